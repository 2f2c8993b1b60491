package dev.grpctuning.load.schedule;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.schedule.ArrivalSchedule.LostException;

/**
 * Reads due times in the order of calls; an earlier index makes it start again.
 */
final class ReplayArrivals implements ArrivalSchedule {

	private final Replay replay;

	private final long fromNanos;

	private @Nullable ReplayReader reader;

	private long firstLine;

	private long lastLine;

	private long lines;

	private long index;

	private long dueNanos;

	ReplayArrivals(Replay replay, long fromNanos) {
		this.replay = replay;
		this.fromNanos = fromNanos;
	}

	@Override
	public long dueNanos(long wanted) {
		try {
			ReplayReader open = this.reader;
			if (open == null || wanted < this.index) {
				open = begin();
			}
			while (this.index < wanted && this.dueNanos != Long.MAX_VALUE) {
				read(open);
			}
			return this.dueNanos;
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new LostException("is not what it was before the run: " + ex.getMessage(), ex);
		}
	}

	private ReplayReader begin() throws IOException {
		close();
		ReplayReader open = new ReplayReader(this.replay.file());
		this.reader = open;
		this.lines = 0;
		this.lastLine = 0;
		this.firstLine = next(open);
		this.dueNanos = -this.fromNanos;
		this.index = 0;
		while (this.dueNanos < 0) {
			read(open);
			this.index = 0;
		}
		return open;
	}

	private void read(ReplayReader open) throws IOException {
		this.dueNanos = (this.lines != this.replay.calls()) ? next(open) - this.firstLine - this.fromNanos
				: Long.MAX_VALUE;
		this.index++;
	}

	private long next(ReplayReader open) throws IOException {
		long line = open.next();
		if (line == ReplayReader.END) {
			throw new IllegalArgumentException(
					"it has %d lines, and had %d".formatted(this.lines, this.replay.calls()));
		}
		if (line < this.lastLine) {
			throw new IllegalArgumentException(
					"line %d: %s is before the line above it".formatted(open.lineNumber(), open.line()));
		}
		this.lines++;
		this.lastLine = line;
		return line;
	}

	@Override
	public void close() {
		ReplayReader open = this.reader;
		this.reader = null;
		if (open != null) {
			try {
				open.close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

}
