package dev.grpctuning.load.schedule;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Due times in a file, one a line in ascending order: seconds with or without a fraction,
 * or ISO 8601 times as in access logs. The first line is the beginning. The file is read
 * as its calls become due, a few kilobytes at a time.
 *
 * @param lengthNanos time from the first line to the last
 */
public record Replay(Path file, long calls, long lengthNanos) {

	private static final Duration LONGEST = Duration.ofDays(365);

	/**
	 * Checks every line.
	 * @throws IllegalArgumentException if the file is empty, or a line is not a time,
	 * before the one above it or a year after the first; the message begins with the
	 * line's number
	 */
	public static Replay check(Path file) throws IOException {
		try (ReplayReader reader = new ReplayReader(file)) {
			long first = reader.next();
			if (first == ReplayReader.END) {
				throw new IllegalArgumentException("no line in it");
			}
			long calls = 1;
			long last = first;
			for (long next = reader.next(); next != ReplayReader.END; next = reader.next()) {
				if (next < last) {
					throw new IllegalArgumentException("line %d: %s is before the line above it; sort the file"
						.formatted(reader.lineNumber(), reader.line()));
				}
				if (next - first > LONGEST.toNanos()) {
					throw new IllegalArgumentException("line %d: %s is more than 365 days after the first line"
						.formatted(reader.lineNumber(), reader.line()));
				}
				calls++;
				last = next;
			}
			return new Replay(file, calls, last - first);
		}
	}

	ArrivalSchedule from(long nanos) {
		return new ReplayArrivals(this, nanos);
	}

	/** Reads due times in the order of calls. */
	private static final class ReplayArrivals implements ArrivalSchedule {

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
				if (open == null) {
					open = begin();
				}
				while (this.index < wanted && this.dueNanos != Long.MAX_VALUE) {
					read(open);
				}
				return this.dueNanos;
			}
			catch (IOException | IllegalArgumentException ex) {
				throw new ArrivalSchedule.LostException("has changed since the start of the run: " + ex.getMessage(),
						ex);
			}
		}

		private ReplayReader begin() throws IOException {
			ReplayReader open = new ReplayReader(this.replay.file());
			this.reader = open;
			this.firstLine = next(open);
			this.dueNanos = -this.fromNanos;
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

}
