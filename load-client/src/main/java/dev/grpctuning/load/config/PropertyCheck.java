package dev.grpctuning.load.config;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

import dev.grpctuning.load.failure.UsageException;

/** Refuses values of properties that no run can use. */
public final class PropertyCheck {

	/** A year, because nanoseconds must not overflow. */
	static final Duration LONGEST = Duration.ofDays(365);

	/** Far above what one thread can send. */
	private static final double HIGHEST_RATE = 10_000_000;

	private static final List<String> BURSTS = List.of("load.burst.count", "load.burst.size", "load.burst.interval",
			"load.burst.pacing");

	private PropertyCheck() {
	}

	/** Throws unless the value is allowed, with a sentence of what is. */
	public static void that(boolean allowed, String name, @Nullable Object value, String reason) {
		if (!allowed) {
			throw new InvalidConfigurationPropertyValueException(name, value, reason);
		}
	}

	/**
	 * Refuses properties that a command would otherwise silently ignore.
	 * @param reason why each property cannot be used, and what to do
	 */
	public static void refuse(Environment environment, List<String> names, String reason) {
		names.forEach((name) -> refuse(Binder.get(environment), name, reason));
	}

	/** Refuses a property that is set. */
	public static void refuse(Binder binder, String name, String reason) {
		if (binder.bind(name, String.class).isBound()) {
			throw new UsageException("%s: %s".formatted(name, reason));
		}
	}

	/** Refuses properties of bursts that another model would ignore. */
	public static void bursts(ModelKind model, Binder binder) {
		if (model != ModelKind.BURST) {
			BURSTS.forEach((name) -> refuse(binder, name,
					"is part of bursts; set load.model=burst as well, or leave it out."));
		}
	}

	/** Parses a value, and gives the reason if the parser refuses it. */
	static <T> T parse(String name, String value, Function<String, T> parser, String reason) {
		try {
			return parser.apply(value);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException(name, value, reason);
		}
	}

	public static void positive(String name, Duration value) {
		that(value.isPositive(), name, value, "It must be longer than zero.");
		notTooLong(name, value);
	}

	public static void notNegative(String name, Duration value) {
		that(!value.isNegative(), name, value, "It must not be negative.");
		notTooLong(name, value);
	}

	private static void notTooLong(String name, Duration value) {
		that(value.compareTo(LONGEST) <= 0, name, value, "It must not be longer than 365d.");
	}

	public static void atLeastOne(String name, int value) {
		that(value >= 1, name, value, "It must be 1 or more.");
	}

	public static void range(String name, int value, int least, int most) {
		that(value >= least && value <= most, name, value, "It must be from %d to %d.".formatted(least, most));
	}

	public static void eachOnce(String name, List<?> values) {
		that(new HashSet<>(values).size() == values.size(), name, values, "It must list each value once.");
	}

	public static void share(String name, double value) {
		that(value >= 0 && value <= 1, name, value, "It must be a share from 0 to 1, such as 0.01.");
	}

	/** Checks calls per second, which are above 0. */
	public static void rate(String name, double value) {
		that(value > 0 && value <= HIGHEST_RATE, name, value,
				"It must be a number of calls per second, above 0 and at most 10000000.");
	}

	static void rateOrZero(String name, double value) {
		that(value >= 0 && value <= HIGHEST_RATE, name, value,
				"It must be a number of calls per second, not below 0 and at most 10000000.");
	}

}
