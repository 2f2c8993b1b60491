package dev.grpctuning.load.schedule;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Reads due times in the order of the calls; asked for a call before the one it was asked
 * for last, it begins again with the first line.
 */
final class ReplayArrivals implements ArrivalSchedule {

	private final Path file;

	private final long fromNanos;

	private @Nullable ReplayReader reader;

	private long firstLine;

	/**
	 * Index of the call that was read last, and when it is due.
	 */
	private long index;

	private long dueNanos;

	ReplayArrivals(Path file, long fromNanos) {
		this.file = file;
		this.fromNanos = fromNanos;
	}

	@Override
	public long dueNanos(long wanted) {
		if (wanted < 0) {
			throw new IllegalArgumentException("index: " + wanted + " (expected: >= 0)");
		}
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
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private ReplayReader begin() throws IOException {
		close();
		ReplayReader open = new ReplayReader(this.file);
		this.reader = open;
		this.firstLine = open.next();
		this.dueNanos = (this.firstLine != ReplayReader.END) ? -this.fromNanos : Long.MAX_VALUE;
		this.index = 0;
		while (this.dueNanos < 0) {
			read(open);
			this.index = 0;
		}
		return open;
	}

	private void read(ReplayReader open) throws IOException {
		long line = open.next();
		this.dueNanos = (line != ReplayReader.END) ? line - this.firstLine - this.fromNanos : Long.MAX_VALUE;
		this.index++;
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
