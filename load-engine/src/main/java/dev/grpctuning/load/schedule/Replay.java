package dev.grpctuning.load.schedule;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Due times that a file holds, one a line, none before the one above it. The first line
 * is the beginning, so that a line may be seconds, with or without a fraction, since
 * whenever, or an ISO 8601 time, as access logs have them. The file is read when its
 * calls are due: however long it is, a few kilobytes of it are in memory.
 *
 * @param file the file
 * @param calls number of lines
 * @param lengthNanos nanoseconds from the first line to the last
 */
public record Replay(Path file, long calls, long lengthNanos) {

	private static final Duration LONGEST = Duration.ofDays(365);

	/**
	 * Checks every line of a file.
	 * @param file the file
	 * @return what it holds
	 * @throws IOException if it cannot be read
	 * @throws IllegalArgumentException if there is nothing in it, or a line that is no
	 * time, is before the one above it or a year after the first one; the message begins
	 * with the number of the line
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

	/**
	 * The calls that are due from a time on.
	 * @param nanos nanoseconds since the first line, which will be 0
	 * @return the schedule, which reads the file
	 */
	ArrivalSchedule from(long nanos) {
		return new ReplayArrivals(this, nanos);
	}

}
