package dev.grpctuning.load.stats;

import java.time.Duration;
import java.util.Locale;

import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;

/** Formats figures for people. */
public final class Figures {

	private Figures() {
	}

	/** A number with up to three decimal places. */
	public static String number(double number) {
		return (number == Math.rint(number)) ? count((long) number)
				: String.format(Locale.ROOT, (number < 10) ? "%.3f" : (number < 100) ? "%.2f" : "%,.1f", number)
					.replaceFirst("\\.?0+$", "");
	}

	public static String count(long count) {
		return String.format(Locale.ROOT, "%,d", count);
	}

	public static String rate(double perSecond) {
		return count(Math.round(perSecond));
	}

	public static String micros(long micros) {
		if (micros < 1000) {
			return micros + " µs";
		}
		if (micros < 10_000_000) {
			return String.format(Locale.ROOT, (micros < 100_000) ? "%.1f ms" : "%.0f ms", micros / 1e3);
		}
		return String.format(Locale.ROOT, "%.1f s", micros / 1e6);
	}

	/** A figure of latencies, {@code -} if there are too few for it. */
	public static String latency(LatencySummary latencies, LatencyFigure figure) {
		return figure.isKnown(latencies) ? micros(Math.round(figure.of(latencies))) : "-";
	}

	/** A share from 0 to 1 in per cent, with more digits close to either end. */
	public static String share(double share) {
		double smaller = Math.min(share, 1 - share) * 100;
		int digits = (smaller > 0) ? Math.clamp((long) (1 - Math.floor(Math.log10(smaller))), 0, 6) : 0;
		return String.format(Locale.ROOT, "%." + digits + "f %%", share * 100);
	}

	public static String seconds(Duration duration) {
		return (duration.toMillis() % 1000 == 0) ? String.valueOf(duration.toSeconds())
				: String.valueOf(duration.toMillis() / 1e3);
	}

	public static String megabytes(long bytes) {
		return count(Math.round(bytes / 1048576.0)) + " MB";
	}

}
