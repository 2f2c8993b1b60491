package dev.grpctuning.load.compare.report;

import java.math.BigDecimal;
import java.math.MathContext;

import com.google.gson.JsonArray;
import org.jspecify.annotations.Nullable;

/**
 * A point of a chart.
 *
 * @param y its value, or {@code null} where a line is interrupted
 */
record Point(double x, @Nullable Double y) {

	private static final MathContext DIGITS = new MathContext(6);

	/**
	 * The point as a chart reads it, with as many digits as can be seen.
	 */
	JsonArray json() {
		JsonArray pair = new JsonArray(2);
		pair.add(rounded(this.x));
		pair.add((this.y != null) ? rounded(this.y) : null);
		return pair;
	}

	private static BigDecimal rounded(double value) {
		return new BigDecimal(new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString());
	}

}
