package dev.grpctuning.load.transport.raw;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;

/**
 * A deadline as {@code grpc-timeout}, always in the same number of bytes, so that
 * prepared ones can be overwritten.
 */
record CallTimeout(Duration duration) {

	static final String HEADER = "grpc-timeout";

	private static final int DIGITS = 8;

	static final int BYTES = DIGITS + 1;

	private static final long LARGEST = 99_999_999;

	static @Nullable CallTimeout of(CallSettings settings) {
		return (settings.deadline() != null) ? new CallTimeout(settings.deadline()) : null;
	}

	long nanos() {
		return this.duration.toNanos();
	}

	String text(long nanos) {
		TimeUnit unit = unit();
		long value = Math.clamp(unit.convert(nanos, TimeUnit.NANOSECONDS), 1, LARGEST);
		char letter = switch (unit) {
			case MICROSECONDS -> 'u';
			case MILLISECONDS -> 'm';
			default -> 'S';
		};
		return String.format(Locale.ROOT, "%08d%c", value, letter);
	}

	void overwrite(ByteBuf out, int index, long nanos) {
		String text = text(nanos);
		for (int i = 0; i < BYTES; i++) {
			out.setByte(index + i, text.charAt(i));
		}
	}

	private TimeUnit unit() {
		if (TimeUnit.NANOSECONDS.toMicros(nanos()) <= LARGEST) {
			return TimeUnit.MICROSECONDS;
		}
		return (TimeUnit.NANOSECONDS.toMillis(nanos()) <= LARGEST) ? TimeUnit.MILLISECONDS : TimeUnit.SECONDS;
	}

}
