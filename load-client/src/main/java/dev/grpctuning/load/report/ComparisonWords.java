package dev.grpctuning.load.report;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.statistics.Comparison;
import dev.grpctuning.load.statistics.Interval;
import dev.grpctuning.load.statistics.MedianInterval;

/**
 * A comparison as people read it.
 */
public final class ComparisonWords {

	/**
	 * What two or three noisy rounds leave open can be any number.
	 */
	private static final double GREATEST = 1000;

	private ComparisonWords() {
	}

	/**
	 * A median with its interval.
	 * @param metric what it is the median of
	 * @param median the median, or {@code null} if nothing was measured
	 * @return such as {@code 1.2 ms (1.1 ms to 1.4 ms)}
	 */
	public static String median(Metric metric, @Nullable MedianInterval median) {
		return (median != null) ? "%s (%s to %s)".formatted(metric.text(median.median()),
				metric.text(median.interval().low()), metric.text(median.interval().high())) : "-";
	}

	/**
	 * What the interval of medians is.
	 * @param fewest runs of the median that has the fewest
	 * @param most runs of that which has the most
	 * @return such as {@code 95 %}, for the title of a column
	 */
	public static String interval(int fewest, int most) {
		if (most < MedianInterval.ENOUGH_RUNS) {
			return "range";
		}
		return (fewest >= MedianInterval.ENOUGH_RUNS) ? "95 %"
				: "95 %%, range of fewer than %d runs".formatted(MedianInterval.ENOUGH_RUNS);
	}

	/**
	 * A ratio with its interval.
	 * @param comparison the comparison, or {@code null} for what others are compared with
	 * @return such as {@code 1.20 (1.10 to 1.31)}
	 */
	public static String ratio(@Nullable Comparison comparison) {
		if (comparison == null || comparison.rounds() == 0) {
			return "-";
		}
		if (comparison.isNone()) {
			return "0";
		}
		Interval interval = comparison.interval();
		return (interval != null)
				? "%s (%s to %s)".formatted(factor(comparison.ratio()), factor(interval.low()), factor(interval.high()))
				: factor(comparison.ratio());
	}

	private static String factor(double factor) {
		if (factor > GREATEST) {
			return "above 1,000";
		}
		if (factor < 1 / GREATEST) {
			return "below 0.001";
		}
		return String.format(Locale.ROOT, (factor < 0.1) ? "%.3f" : "%.2f", factor);
	}

	/**
	 * A ratio as a change in per cent, with half the width of its interval.
	 * @param comparison the comparison
	 * @return such as {@code −31 % ± 6}
	 */
	public static String change(Comparison comparison) {
		Interval interval = comparison.interval();
		String around = (interval != null)
				? String.format(Locale.ROOT, " ± %s", digits((interval.high() - interval.low()) * 50)) : "";
		return change(comparison.ratio()) + around;
	}

	/**
	 * A ratio as a change in per cent.
	 * @param ratio the ratio
	 * @return such as {@code −31 %}
	 */
	public static String change(double ratio) {
		double percent = (ratio - 1) * 100;
		return ((percent < 0) ? "−" : "+") + digits(Math.abs(percent)) + " %";
	}

	private static String digits(double value) {
		return String.format(Locale.ROOT, (value < 1 || (value > 99 && value < 100)) ? "%.1f" : "%.0f", value);
	}

	/**
	 * What was shown.
	 * @param comparison the comparison, or {@code null} for what others are compared with
	 * @return {@code better}, {@code worse} or {@code no difference shown}; {@code not
	 * measured} if no round has both
	 */
	public static String verdict(@Nullable Comparison comparison) {
		if (comparison != null && comparison.rounds() == 0) {
			return "not measured";
		}
		return (comparison != null) ? ResultFile.kebab(comparison.verdict()).replace('-', ' ') : "-";
	}

	/**
	 * That a variant answered nothing.
	 * @param none how often
	 * @param rounds rounds that were begun
	 * @return such as {@code answered none of its calls in 3 of 3 rounds}
	 */
	public static String none(Comparison none, int rounds) {
		return "answered none of its calls in %d of %d rounds".formatted(none.rounds(), rounds);
	}

	/**
	 * The smallest difference that could have been shown.
	 * @param comparison the comparison, or {@code null} for what others are compared with
	 * @return such as {@code 7.3 %}, or that nothing could
	 */
	public static String smallest(@Nullable Comparison comparison) {
		if (comparison == null || comparison.isNone()) {
			return "-";
		}
		Double shown = comparison.smallestShown();
		return (shown != null && shown <= GREATEST) ? String.format(Locale.ROOT, "%.1f %%", shown * 100) : "nothing";
	}

}
