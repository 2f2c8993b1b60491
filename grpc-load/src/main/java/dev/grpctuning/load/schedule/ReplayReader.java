package dev.grpctuning.load.schedule;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

/**
 * Reads the times of a file line by line, without an object per line of seconds. Empty
 * lines are skipped.
 */
final class ReplayReader implements AutoCloseable {

	/** Returned after the last line. */
	static final long END = -1;

	private static final int LONGEST_LINE = 64;

	/** Whole seconds that fit into a long of nanoseconds. */
	private static final long MOST_SECONDS = Duration.ofNanos(Long.MAX_VALUE).toSeconds() - 1;

	private static final int NANOS_DIGITS = 9;

	private final InputStream in;

	private final byte[] line = new byte[LONGEST_LINE];

	private int length;

	private long lineNumber;

	ReplayReader(Path file) throws IOException {
		this.in = new BufferedInputStream(Files.newInputStream(file), 64 * 1024);
	}

	long next() throws IOException {
		do {
			if (!readLine()) {
				return END;
			}
		}
		while (this.length == 0);
		long seconds = decimalSeconds();
		return (seconds != END) ? seconds : isoTime();
	}

	long lineNumber() {
		return this.lineNumber;
	}

	String line() {
		return '"' + text().replaceAll("[^ -~]", "?") + '"';
	}

	private String text() {
		return new String(this.line, 0, this.length, StandardCharsets.ISO_8859_1);
	}

	private boolean readLine() throws IOException {
		this.length = 0;
		this.lineNumber++;
		int next = this.in.read();
		boolean read = next >= 0;
		for (; next >= 0 && next != '\n'; next = this.in.read()) {
			if (this.length == LONGEST_LINE) {
				throw noTime();
			}
			this.line[this.length++] = (byte) next;
		}
		while (this.length > 0 && Character.isWhitespace(this.line[this.length - 1])) {
			this.length--;
		}
		return read;
	}

	/** The line as seconds; digits after the ninth of the fraction are ignored. */
	private long decimalSeconds() {
		long whole = 0;
		long nanos = 0;
		int digits = -1;
		for (int i = 0; i < this.length; i++) {
			int digit = this.line[i] - '0';
			if (this.line[i] == '.' && digits < 0 && i > 0) {
				digits = 0;
			}
			else if (digit < 0 || digit > 9 || whole > MOST_SECONDS) {
				return END;
			}
			else if (digits < 0) {
				whole = whole * 10 + digit;
			}
			else if (digits < NANOS_DIGITS) {
				nanos = nanos * 10 + digit;
				digits++;
			}
		}
		for (int i = Math.max(0, digits); i < NANOS_DIGITS; i++) {
			nanos *= 10;
		}
		return (whole <= MOST_SECONDS) ? whole * 1_000_000_000 + nanos : END;
	}

	private long isoTime() {
		try {
			TemporalAccessor time = DateTimeFormatter.ISO_DATE_TIME.parseBest(text().replace(' ', 'T'),
					OffsetDateTime::from, LocalDateTime::from);
			Instant instant = switch (time) {
				case OffsetDateTime offset -> offset.toInstant();
				case LocalDateTime local -> local.toInstant(ZoneOffset.UTC);
				default -> throw noTime();
			};
			long nanos = Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
			if (nanos < 0) {
				throw noTime();
			}
			return nanos;
		}
		catch (DateTimeException | ArithmeticException ex) {
			throw noTime();
		}
	}

	private IllegalArgumentException noTime() {
		return new IllegalArgumentException(
				"line %d: %s is not a time; write seconds, such as 0.125, or a time such as 2026-01-31T12:00:00.125Z"
					.formatted(this.lineNumber, line()));
	}

	@Override
	public void close() throws IOException {
		this.in.close();
	}

}
