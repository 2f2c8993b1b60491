package dev.grpctuning.load.compare.result;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Risk;
import dev.grpctuning.slices.Interval;

/** A comparison in words. */
public final class ComparisonWords {

	/** The interval of two or three noisy rounds can reach to any number. */
	private static final double GREATEST = 1000;

	private static final int MOST_DIGITS = 5;

	/** Part of half the width by which the middle of an interval may be off. */
	private static final double MOST_LOPSIDED = 0.1;

	private ComparisonWords() {
	}

	/** Such as {@code 1.2 ms (1.1 ms to 1.4 ms)}. */
	public static String median(Metric metric, @Nullable MedianInterval median) {
		return (median != null) ? "%s (%s to %s)".formatted(metric.text(median.median()),
				metric.text(median.interval().low()), metric.text(median.interval().high())) : "-";
	}

	/** Title of a column with the kind of its intervals, {@code median (95 %)}. */
	public static String interval(String title, int fewest, int most) {
		return "%s (%s%s)".formatted(title, (most >= MedianInterval.ENOUGH_RUNS) ? "95 %" : "range",
				(most >= MedianInterval.ENOUGH_RUNS && fewest < MedianInterval.ENOUGH_RUNS)
						? ", range of fewer than " + MedianInterval.ENOUGH_RUNS + " runs" : "");
	}

	/** A ratio with its interval, such as {@code 1.20 (1.10 to 1.31)}. */
	public static String ratio(@Nullable Comparison comparison) {
		if (comparison == null || comparison.rounds() == 0) {
			return "-";
		}
		if (comparison.isNone()) {
			return "0";
		}
		Interval interval = comparison.interval();
		if (interval == null) {
			return factor(comparison.ratio());
		}
		return "%s (%s to %s)".formatted(
				interval.contains(1) ? factor(comparison.ratio()) : factorBesideOne(comparison.ratio()),
				factorBesideOne(interval.low()), factorBesideOne(interval.high()));
	}

	/** A ratio beside a figure, such as {@code 0.52×}. */
	public static String times(Comparison comparison) {
		return comparison.isNone() ? "0×" : factor(comparison.ratio()) + "×";
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

	/** Has as many digits as it takes to see on which side of 1 the factor is. */
	private static String factorBesideOne(double factor) {
		String text = factor(factor);
		for (int digits = 3; digits <= MOST_DIGITS && factor != 1 && text.matches("1\\.0+"); digits++) {
			text = String.format(Locale.ROOT, "%." + digits + "f", factor);
		}
		return text;
	}

	/**
	 * A ratio as a change in per cent, with its interval: half its width where the change
	 * is in the middle, otherwise both bounds, since a large change, of which the
	 * interval is lopsided, less half the width may be more than all.
	 * @return such as {@code −31 % ± 6} or {@code −97 % (−99.4 to −85)}
	 */
	public static String change(Comparison comparison) {
		Interval interval = comparison.interval();
		if (interval == null) {
			return change(comparison.ratio());
		}
		double half = (interval.high() - interval.low()) / 2;
		return change(comparison.ratio()) + (isAround(comparison.ratio(), half, interval) ? " ± " + digits(half * 100)
				: " (%s to %s)".formatted(percent(interval.low()), percent(interval.high())));
	}

	/** Whether ± around the ratio stays on the interval's side of 1. */
	private static boolean isAround(double ratio, double half, Interval interval) {
		boolean middle = Math.abs((interval.low() + interval.high()) / 2 - ratio) <= half * MOST_LOPSIDED;
		boolean possible = interval.low() >= 1 / GREATEST && interval.high() <= GREATEST;
		return middle && possible && (interval.contains(1) || printed(half) < printed(Math.abs(ratio - 1)));
	}

	private static double printed(double share) {
		return Double.parseDouble(digits(share * 100));
	}

	public static String change(double ratio) {
		return percent(ratio) + " %";
	}

	private static String percent(double ratio) {
		if (ratio > GREATEST) {
			return String.format(Locale.ROOT, "above +%,.0f", (GREATEST - 1) * 100);
		}
		double percent = (ratio - 1) * 100;
		return ((percent < 0) ? "−" : "+") + digits(Math.abs(percent));
	}

	/** Has so many digits that little does not look like nothing, nor 99.97 like 100. */
	private static String digits(double value) {
		String text = String.format(Locale.ROOT, (value < 1 || (value > 99 && value < 100)) ? "%.1f" : "%.0f", value);
		if (value > 99 && value < 100 && text.equals("100.0")) {
			return String.format(Locale.ROOT, "%.2f", Math.min(value, 99.99));
		}
		return (value > 0 && text.equals("0.0")) ? String.format(Locale.ROOT, "%.2f", value) : text;
	}

	/** A verdict, which says of how many of these units it is if it is not of all. */
	public static String verdict(Comparison comparison, int rounds, Risk.Unit unit, @Nullable String remark) {
		int compared = comparison.rounds();
		String rest = comparison.isNone() ? ": none in %d of %d %s" : (compared != rounds) ? " in %d of %d %s" : "";
		return ((compared == 0) ? "not measured"
				: words(comparison.verdict()) + rest.formatted(compared, rounds, unit.many()))
				+ ((remark != null) ? ", " + remark : "");
	}

	private static String words(Verdict verdict) {
		return switch (verdict) {
			case BETTER -> "better";
			case WORSE -> "worse";
			case SAME -> "same within 5 %";
			case NO_DIFFERENCE_SHOWN -> "no difference shown";
		};
	}

	/** The minimum detectable effect, such as {@code 7.3 %}. */
	public static String smallest(@Nullable Comparison comparison) {
		Double shown = (comparison != null) ? comparison.minimumDetectableEffect() : null;
		if (comparison == null || comparison.isNone() || shown == null) {
			return "-";
		}
		return (shown <= GREATEST) ? String.format(Locale.ROOT, (shown < 1) ? "%.1f %%" : "%,.0f %%", shown * 100)
				: "nothing";
	}

}
