package dev.grpctuning.load.schedule;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

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
	 * @throws IllegalArgumentException if the file is empty, or a line is no time, before
	 * the one above it or a year after the first; the message begins with the line's
	 * number
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

}
