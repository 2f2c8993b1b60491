package dev.grpctuning.load;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/**
 * Value of {@code load.warmup}.
 *
 * @param time the time, or {@code null} for {@code auto}
 */
record WarmupTime(@Nullable Duration time) {

	/**
	 * All calls count.
	 */
	static final WarmupTime NONE = new WarmupTime(Duration.ZERO);

	/**
	 * Until rate and 99th percentile are flat.
	 */
	static final WarmupTime UNTIL_STEADY = new WarmupTime(null);

	private static final String AUTO = "auto";

	/**
	 * Reads a value: the name by which Spring looks for a way to do so.
	 * @param text a duration or {@code auto}
	 * @return what it says
	 */
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
