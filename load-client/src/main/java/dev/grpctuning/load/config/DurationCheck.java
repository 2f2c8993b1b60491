package dev.grpctuning.load.config;

import java.time.Duration;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Refuses durations that no run can use. A year is the maximum, also because nanoseconds
 * must not overflow.
 */
public final class DurationCheck {

	static final Duration LONGEST = Duration.ofDays(365);

	private DurationCheck() {
	}

	public static void positive(String name, Duration value) {
		if (!value.isPositive()) {
			throw new InvalidConfigurationPropertyValueException(name, value, "It must be longer than zero.");
		}
		notTooLong(name, value);
	}

	public static void notNegative(String name, Duration value) {
		if (value.isNegative()) {
			throw new InvalidConfigurationPropertyValueException(name, value, "It must not be negative.");
		}
		notTooLong(name, value);
	}

	private static void notTooLong(String name, Duration value) {
		if (value.compareTo(LONGEST) > 0) {
			throw new InvalidConfigurationPropertyValueException(name, value, "It must not be longer than 365d.");
		}
	}

}
