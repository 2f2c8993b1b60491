package dev.grpctuning.load.stats;

import java.time.Duration;
import java.util.Locale;

import dev.grpctuning.load.latency.LatencySummary;

/**
 * Figures for people.
 */
public final class Figures {

	private Figures() {
	}

	/**
	 * A number of things.
	 */
	public static String count(long count) {
		return String.format(Locale.ROOT, "%,d", count);
	}

	/**
	 * A rate.
	 * @param perSecond things per second
	 */
	public static String rate(double perSecond) {
		return count(Math.round(perSecond));
	}

	/**
	 * A time.
	 * @param micros microseconds
	 */
	public static String micros(long micros) {
		if (micros < 1000) {
			return micros + " µs";
		}
		if (micros < 10_000_000) {
			return String.format(Locale.ROOT, (micros < 100_000) ? "%.1f ms" : "%.0f ms", micros / 1e3);
		}
		return String.format(Locale.ROOT, "%.1f s", micros / 1e6);
	}

	/**
	 * A figure of latencies, of which there may be none.
	 * @param micros the figure in microseconds
	 */
	public static String latency(LatencySummary latencies, double micros) {
		return (latencies.count() != 0) ? micros(Math.round(micros)) : "-";
	}

	/**
	 * A factor.
	 */
	public static String factor(double factor) {
		return (factor == Math.rint(factor)) ? count((long) factor) : String.valueOf(factor);
	}

	/**
	 * A share that may be close to nothing or to all.
	 * @param share the share, from 0 to 1
	 */
	public static String share(double share) {
		double smaller = Math.min(share, 1 - share) * 100;
		int digits = (smaller > 0) ? Math.clamp((long) (1 - Math.floor(Math.log10(smaller))), 0, 6) : 0;
		return String.format(Locale.ROOT, "%." + digits + "f %%", share * 100);
	}

	/**
	 * A number of seconds.
	 */
	public static String seconds(Duration duration) {
		return (duration.toMillis() % 1000 == 0) ? String.valueOf(duration.toSeconds())
				: String.valueOf(duration.toMillis() / 1e3);
	}

	/**
	 * An amount of memory.
	 * @param bytes bytes
	 * @return the amount in megabytes
	 */
	public static String megabytes(long bytes) {
		return count(Math.round(bytes / 1048576.0)) + " MB";
	}

}
