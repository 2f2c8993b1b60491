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
import com.google.gson.JsonElement;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencyBuckets;
import dev.grpctuning.load.result.TimelineDocument;

/** Lines and heat maps of charts. */
final class Line {

	private static final int STEPS_PER_HALF_DISTANCE = 8;

	/** Finer columns than that nobody sees in a chart a third of a page wide. */
	private static final int MOST_COLUMNS = 120;

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

	/**
	 * Columns as {@code [from, to, first bucket, count, count, ...]} in seconds. A long
	 * run has as many intervals in one column as leave at most so many columns.
	 * @return the columns, or {@code null} if the run did not keep counts
	 */
	static @Nullable List<JsonElement> heat(List<TimelineDocument> timeline, int most) {
		int step = Math.ceilDiv(timeline.size(), Math.clamp(most, 1, MOST_COLUMNS));
		List<JsonElement> columns = new ArrayList<>();
		double from = 0;
		for (int at = 0; at < timeline.size(); at += step) {
			List<TimelineDocument> intervals = timeline.subList(at, Math.min(timeline.size(), at + step));
			double to = intervals.getLast().client().seconds();
			LatencyBuckets buckets = sum(intervals);
			if (buckets.counts().length != 0) {
				columns.add(column(from, to, buckets));
			}
			from = to;
		}
		return columns.isEmpty() ? null : columns;
	}

	private static LatencyBuckets sum(List<TimelineDocument> intervals) {
		LatencyBuckets sum = LatencyBuckets.parse("");
		for (TimelineDocument interval : intervals) {
			TimelinePoint point = interval.client();
			sum = (point.responseBuckets() != null) ? sum.plus(LatencyBuckets.parse(point.responseBuckets())) : sum;
		}
		return sum;
	}

	private static JsonArray column(double from, double to, LatencyBuckets buckets) {
		JsonArray column = new JsonArray();
		column.add(Math.round(from * 1000) / 1000.0);
		column.add(Math.round(to * 1000) / 1000.0);
		column.add(buckets.first());
		for (long count : buckets.counts()) {
			column.add(count);
		}
		return column;
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
