package dev.grpctuning.load.report;

import java.util.Locale;

/**
 * Figures for people.
 */
final class Figures {

	private Figures() {
	}

	static String count(long count) {
		return String.format(Locale.ROOT, "%,d", count);
	}

	static String rate(double perSecond) {
		return count(Math.round(perSecond));
	}

	static String micros(long micros) {
		if (micros < 1000) {
			return micros + " µs";
		}
		if (micros < 10_000_000) {
			return String.format(Locale.ROOT, (micros < 100_000) ? "%.1f ms" : "%.0f ms", micros / 1e3);
		}
		return String.format(Locale.ROOT, "%.1f s", micros / 1e6);
	}

	static String megabytes(long bytes) {
		return count(Math.round(bytes / 1048576.0)) + " MB";
	}

}
