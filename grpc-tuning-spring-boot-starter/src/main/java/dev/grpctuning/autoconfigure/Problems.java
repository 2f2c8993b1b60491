package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.InvalidTuningException;
import dev.grpctuning.TuningProblem;

/**
 * Everything that is wrong with a set of properties.
 */
final class Problems {

	private final List<TuningProblem> all = new ArrayList<>();

	private final UnaryOperator<@Nullable String> given;

	/**
	 * Creates an empty list.
	 * @param given finds what was given for a knob, as it was written
	 */
	Problems(UnaryOperator<@Nullable String> given) {
		this.given = given;
	}

	void add(String knob, @Nullable Object value, String reason) {
		if (this.all.stream().noneMatch((problem) -> problem.knob().equals(knob))) {
			String written = this.given.apply(knob);
			this.all
				.add(new TuningProblem(knob, (written != null || value == null) ? written : value.toString(), reason));
		}
	}

	@Nullable Integer range(String knob, @Nullable Integer value, int max) {
		if (value != null && (value < 1 || value > max)) {
			add(knob, value, "must be between 1 and %d.".formatted(max));
			return null;
		}
		return value;
	}

	@Nullable Integer bytes(String knob, @Nullable DataSize size) {
		if (size == null) {
			return null;
		}
		if (size.toBytes() < 1 || size.toBytes() > Integer.MAX_VALUE) {
			add(knob, size, "must be between 1B and %dB.".formatted(Integer.MAX_VALUE));
			return null;
		}
		return (int) size.toBytes();
	}

	@Nullable Duration atLeast(String knob, @Nullable Duration value, Duration least) {
		if (value != null && (value.compareTo(least) < 0 || value.compareTo(Duration.ofDays(365)) > 0)) {
			add(knob, value, "must be between %s and 365d.".formatted(text(least)));
			return null;
		}
		return value;
	}

	/**
	 * Refuses a value that does nothing without another.
	 */
	void refuse(String knob, @Nullable Object value, boolean refused, String reason) {
		if (value != null && refused) {
			add(knob, value, reason);
		}
	}

	void throwIfAny() throws InvalidTuningException {
		if (!this.all.isEmpty()) {
			throw new InvalidTuningException(this.all);
		}
	}

	static <T> String oneOf(T[] values, Function<T, String> name) {
		return oneOf(Arrays.stream(values), name);
	}

	static <T> String oneOf(Stream<T> values, Function<T, String> name) {
		return values.map(name).collect(Collectors.joining(", "));
	}

	private static String text(Duration duration) {
		return (duration.toMillis() % 1000 != 0) ? duration.toMillis() + "ms" : duration.toSeconds() + "s";
	}

}
