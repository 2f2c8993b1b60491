package dev.grpctuning.load.report.html;

import com.google.gson.JsonArray;
import org.jspecify.annotations.Nullable;

/**
 * A point of a chart.
 *
 * @param x where it is on the axis
 * @param y its value, or {@code null} where a line is interrupted
 */
record Point(double x, @Nullable Double y) {

	/**
	 * The point as a chart reads it, with as many digits as can be seen.
	 */
	JsonArray json() {
		JsonArray pair = new JsonArray(2);
		pair.add(rounded(this.x));
		pair.add((this.y != null) ? rounded(this.y) : null);
		return pair;
	}

	private static Number rounded(double value) {
		double magnitude = Math.pow(10, 5 - Math.ceil(Math.log10(Math.abs(value))));
		double rounded = (value == 0 || magnitude >= 1e6) ? Math.round(value * 1e6) / 1e6
				: Math.round(value * magnitude) / magnitude;
		return (rounded == Math.rint(rounded)) ? (Number) Math.round(rounded) : (Number) rounded;
	}

}
