package dev.grpctuning.load.threshold;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a figure is counted in, how it is written in a condition, and how it is shown.
 */
enum Unit {

	/**
	 * Microseconds.
	 */
	TIME(Map.of("ns", 1e-3, "us", 1.0, "µs", 1.0, "ms", 1e3, "s", 1e6, "m", 60e6), false, "a time, such as 5ms") {

		@Override
		String show(double value) {
			if (value < 1000) {
				return number(value) + " µs";
			}
			return (value < 1e6) ? number(value / 1e3) + " ms" : number(value / 1e6) + " s";
		}

	},

	/**
	 * Bytes.
	 */
	SIZE(Map.of("B", 1.0, "KB", 1024.0, "MB", 1048576.0, "GB", 1073741824.0), false, "a size, such as 64MB") {

		@Override
		String show(double value) {
			if (value < 1024) {
				return number(value) + " B";
			}
			return (value < 1048576) ? number(value / 1024) + " KB" : number(value / 1048576) + " MB";
		}

	},

	/**
	 * From 0 to 1.
	 */
	SHARE(Map.of("%", 0.01), true, "a share, such as 1% or 0.01") {

		@Override
		String show(double value) {
			return number(value * 100) + " %";
		}

	},

	/**
	 * A plain number.
	 */
	NUMBER(Map.of(), true, "a number");

	private final Map<String, Double> factors;

	private final boolean plain;

	private final String example;

	Unit(Map<String, Double> factors, boolean plain, String example) {
		this.factors = factors;
		this.plain = plain;
		this.example = example;
	}

	/**
	 * What a number with a suffix is multiplied by; 0 needs no suffix.
	 */
	@Nullable Double factor(String suffix, double number) {
		if (suffix.isEmpty()) {
			return (this.plain || number == 0) ? 1.0 : null;
		}
		return this.factors.get(suffix);
	}

	String example() {
		return this.example;
	}

	String show(double value) {
		return number(value);
	}

	/**
	 * Four digits say enough of a measurement.
	 */
	private static String number(double value) {
		if (value == Math.rint(value) && Math.abs(value) < 1e15) {
			return String.format(Locale.ROOT, "%,d", (long) value);
		}
		return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
	}

}
