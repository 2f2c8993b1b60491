package dev.grpctuning.load.config;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Value of {@code load.warmup}. */
record WarmupTime(@Nullable Duration time) {

	static final WarmupTime NONE = new WarmupTime(Duration.ZERO);

	static final WarmupTime UNTIL_STEADY = new WarmupTime(null);

	private static final String AUTO = "auto";

	/** Parses a value. Spring finds the method by its name. */
	public static WarmupTime valueOf(String text) {
		try {
			return new WarmupTime(text.strip().equalsIgnoreCase(AUTO) ? null : DurationStyle.detectAndParse(text));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("use a duration such as 10s, or auto.");
		}
	}

	@Override
	public String toString() {
		return (this.time != null) ? this.time.toString() : AUTO;
	}

}
