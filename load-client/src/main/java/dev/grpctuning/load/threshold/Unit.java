package dev.grpctuning.load.threshold;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Unit of a figure: microseconds, bytes, a share from 0 to 1, or a plain number. */
enum Unit {

	TIME(Map.of("ns", 1e-3, "us", 1.0, "µs", 1.0, "ms", 1e3, "s", 1e6, "m", 60e6), List.of("µs", "ms", "s"), false,
			"a time, such as 5ms"),

	SIZE(Map.of("B", 1.0, "KB", 1024.0, "MB", 1048576.0, "GB", 1073741824.0), List.of("B", "KB", "MB"), false,
			"a size, such as 64MB"),

	SHARE(Map.of("%", 0.01), List.of("%"), true, "a share, such as 1% or 0.01"),

	NUMBER(Map.of(), List.of(), true, "a number");

	private final Map<String, Double> factors;

	private final List<String> shown;

	private final boolean plain;

	private final String example;

	Unit(Map<String, Double> factors, List<String> shown, boolean plain, String example) {
		this.factors = factors;
		this.shown = shown;
		this.plain = plain;
		this.example = example;
	}

	/** Factor of a suffix, {@code null} if it is none of this unit; 0 needs no suffix. */
	@Nullable Double factor(String suffix, double number) {
		if (suffix.isEmpty()) {
			return (this.plain || number == 0) ? 1.0 : null;
		}
		return this.factors.get(suffix);
	}

	String example() {
		return this.example;
	}

	/**
	 * Shows a figure in the largest unit of which it is 1 or more. The time of a call
	 * that was not answered is infinite.
	 */
	String show(double value) {
		if (Double.isInfinite(value)) {
			return "no answer";
		}
		if (this.shown.isEmpty()) {
			return number(value);
		}
		String suffix = this.shown.reversed()
			.stream()
			.filter((each) -> value >= this.factors.getOrDefault(each, 1.0))
			.findFirst()
			.orElse(this.shown.getFirst());
		return number(value / this.factors.getOrDefault(suffix, 1.0)) + " " + suffix;
	}

	/** Four digits are as exact as a measurement. */
	private static String number(double value) {
		if (value == Math.rint(value) && Math.abs(value) < 1e15) {
			return String.format(Locale.ROOT, "%,d", (long) value);
		}
		return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
	}

}
