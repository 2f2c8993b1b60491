package dev.grpctuning.load.compare.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import com.google.gson.JsonArray;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/** Lines of charts. */
final class Line {

	private static final int STEPS_PER_HALF_DISTANCE = 8;

	private Line() {
	}

	/**
	 * A line of fewer points that looks the same: of each stretch it keeps the lowest and
	 * the highest point, so that no peak is lost, and where the line is interrupted.
	 */
	static List<Point> thinned(List<Point> line, int stretches) {
		if (line.size() <= 2 * stretches) {
			return line;
		}
		List<Point> kept = new ArrayList<>();
		for (int i = 0; i < stretches; i++) {
			List<Point> stretch = line.subList(at(i, line, stretches), at(i + 1, line, stretches));
			List<Point> drawn = stretch.stream().filter((point) -> point.y() != null).toList();
			Set<Point> ends = Collections.newSetFromMap(new IdentityHashMap<>());
			stretch.stream().filter((point) -> point.y() == null).limit(1).forEach(ends::add);
			if (!drawn.isEmpty()) {
				ends.add(Collections.min(drawn, Point.BY_VALUE));
				ends.add(Collections.max(drawn, Point.BY_VALUE));
			}
			stretch.stream().filter(ends::contains).forEach(kept::add);
		}
		return kept;
	}

	/**
	 * The percentiles of a histogram as HdrHistogram's plots have them: against
	 * 1/(1&nbsp;-&nbsp;percentile), on whose logarithmic axis each nine takes the same
	 * room. Steps halve the distance to 100&nbsp;% again and again, so that the curve has
	 * most of its points in the tail. The longest of n latencies is its last point, at n:
	 * above the percentile 1&nbsp;-&nbsp;1/n there is nothing else.
	 */
	static List<Point> percentiles(Histogram micros) {
		List<Point> curve = new ArrayList<>();
		long count = micros.getTotalCount();
		if (count == 0) {
			return curve;
		}
		for (HistogramIterationValue step : micros.percentiles(STEPS_PER_HALF_DISTANCE)) {
			double x = 1 / (1 - step.getPercentileLevelIteratedTo() / 100);
			if (x < count) {
				curve.add(new Point(x, step.getValueIteratedTo() / 1e3));
			}
		}
		curve.add(new Point(count, micros.getMaxValue() / 1e3));
		return curve;
	}

	private static int at(int stretch, List<Point> line, int stretches) {
		return (int) ((long) stretch * line.size() / stretches);
	}

	static JsonArray json(List<Point> line) {
		JsonArray array = new JsonArray(line.size());
		line.forEach((point) -> array.add(point.json()));
		return array;
	}

	/** A point of a line, {@code null} where the line is interrupted. */
	record Point(double x, @Nullable Double y) {

		private static final Comparator<Point> BY_VALUE = Comparator
			.comparing((point) -> Objects.requireNonNull(point.y()));

		/** More digits than these cannot be seen. */
		private static final MathContext DIGITS = new MathContext(6);

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

}
