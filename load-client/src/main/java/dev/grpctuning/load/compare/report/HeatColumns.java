package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencyBuckets;
import dev.grpctuning.load.result.TimelineDocument;

/** The columns of a heat map: how the response times of each interval are spread. */
final class HeatColumns {

	/** Finer columns than that nobody sees in a chart a third of a page wide. */
	private static final int MOST = 120;

	private HeatColumns() {
	}

	/**
	 * Columns as {@code [from, to, first bucket, count, count, ...]} in seconds. A long
	 * run has as many intervals in one column as leave at most so many columns.
	 * @return the columns, or {@code null} if the run did not keep counts
	 */
	static @Nullable List<JsonElement> of(List<TimelineDocument> timeline, int most) {
		int step = Math.ceilDiv(timeline.size(), Math.clamp(most, 1, MOST));
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

}
