package dev.grpctuning.load.compare.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencyBuckets;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.TimelineDocument;
import dev.grpctuning.load.result.TimelineDocument.GrpcSecond;
import dev.grpctuning.load.server.metrics.CpuUse;

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

	/**
	 * The lines of a run against its time in seconds.
	 *
	 * @param lines points by the name of the line; calls in calls per second, times in
	 * milliseconds, memory in mebibytes, CPU in percent of the processors of the machine
	 * of each side, GC in percent of the time
	 */
	record TimeAxis(Map<String, List<Point>> lines, List<Point> silent) {

		private static final double MEBIBYTE = 1 << 20;

		/** Intervals shorter than this share of the median make no rate. */
		private static final double SHORTEST = 0.25;

		/**
		 * A server that gave no sample for that long before and after a time was silent.
		 */
		private static final double SILENT_SECONDS = 0.75;

		/** Intervals before and after one that can have a sample so near to it. */
		private static final int AROUND = 8;

		static TimeAxis of(List<TimelineDocument> timeline, int processors, int stretches) {
			Map<String, List<Point>> lines = new LinkedHashMap<>();
			double shortest = shortest(timeline);
			client(timeline, processors, shortest, lines);
			server(timeline, serverProcessors(timeline, processors), shortest, lines);
			lines.values().removeIf((line) -> line.stream().allMatch((point) -> point.y() == null));
			lines.replaceAll((name, line) -> Line.thinned(line, stretches));
			return new TimeAxis(lines, lines.containsKey("threads") ? silent(timeline) : List.of());
		}

		private static double shortest(List<TimelineDocument> timeline) {
			double[] lengths = IntStream.range(0, timeline.size())
				.mapToDouble((at) -> seconds(timeline, at) - ((at != 0) ? seconds(timeline, at - 1) : 0))
				.sorted()
				.toArray();
			return (lengths.length != 0) ? SHORTEST * lengths[lengths.length / 2] : 0;
		}

		private static double seconds(List<TimelineDocument> timeline, int at) {
			return timeline.get(at).client().seconds();
		}

		static int serverProcessors(List<TimelineDocument> timeline, int client) {
			return timeline.stream()
				.map(TimelineDocument::server)
				.filter((server) -> server != null && server.processors() != 0)
				.map(TimelineDocument.Server::processors)
				.findFirst()
				.orElse(client);
		}

		private static void client(List<TimelineDocument> timeline, int processors, double shortest,
				Map<String, List<Point>> lines) {
			double before = 0;
			for (TimelineDocument interval : timeline) {
				TimelinePoint point = interval.client();
				double x = point.seconds();
				double length = x - before;
				if (length >= shortest) {
					add(lines, "started", x, point.started() / length);
					add(lines, "answered", x, point.ok() / length);
					add(lines, "failed", x, point.failed() / length);
					add(lines, "clientCpu", x, CpuUse.percent(point.process().cpuSeconds(), length, processors));
					add(lines, "clientGc", x, (point.process().threads() != 0)
							? Math.min(100, 100 * point.process().gcSeconds() / length) : null);
				}
				// A latency is at least 1 µs: 0 means that none was recorded.
				value(lines, "responseP50", x, 1e3, point, (it) -> positive(it.responseP50Micros()));
				TimelinePoint answered = LatencyFigure.P99.isKnown(point.ok()) ? point : null;
				value(lines, "responseP99", x, 1e3, answered, (it) -> positive(it.responseP99Micros()));
				value(lines, "serviceP99", x, 1e3, answered, (it) -> positive(it.p99Micros()));
				value(lines, "serviceP50", x, 1e3, point, (it) -> positive(it.p50Micros()));
				value(lines, "lagP99", x, 1e3, LatencyFigure.P99.isKnown(point.started()) ? point : null,
						TimelinePoint::lagP99Micros);
				value(lines, "clientHeap", x, MEBIBYTE, point, (it) -> it.process().heapUsedBytes());
				value(lines, "clientThreads", x, 1, point, (it) -> positive(it.process().threads()));
				value(lines, "open", x, 1, point, TimelinePoint::open);
				before = x;
			}
		}

		/**
		 * Draws the server's sample, which may be older or newer, at the client's time.
		 */
		private static void server(List<TimelineDocument> timeline, int processors, double shortest,
				Map<String, List<Point>> lines) {
			TimelineDocument.Server before = null;
			for (int at = 0; at < timeline.size(); at++) {
				double x = seconds(timeline, at);
				TimelineDocument.Server sample = timeline.get(at).server();
				if (sample == null && !isSilent(timeline, at)) {
					continue;
				}
				gauges(lines, x, sample);
				double length = (before != null && sample != null) ? sample.seconds() - before.seconds() : 0;
				if (before != null && sample != null && length >= shortest) {
					add(lines, "serverCpu", x,
							CpuUse.percent(sample.cpuSeconds() - before.cpuSeconds(), length, processors));
					add(lines, "gc", x, Math.min(100, 100 * (sample.gcSeconds() - before.gcSeconds()) / length));
				}
				grpc(lines, x, (length >= shortest) ? length : Double.NaN, (sample != null) ? sample.grpc() : null);
				before = (sample != null) ? sample : before;
			}
		}

		private static void grpc(Map<String, List<Point>> lines, double x, double length, @Nullable GrpcSecond grpc) {
			value(lines, "queued", x, 1, grpc, (it) -> it.executor().queued());
			value(lines, "active", x, 1, grpc, (it) -> it.executor().active());
			value(lines, "pending", x, 1, grpc, GrpcSecond::eventLoopPending);
			value(lines, "serverP99", x, 1e3, grpc, GrpcSecond::callP99Micros);
			value(lines, "waitP99", x, 1e3, grpc, (it) -> it.executor().waitP99Micros());
			value(lines, "wait", x, 1e3, grpc, (it) -> it.executor().waitMicros());
			value(lines, "run", x, 1e3, grpc, (it) -> it.executor().runMicros());
			// Event loops are asked five times a second: in an interval it may have been
			// none.
			if (grpc == null || grpc.eventLoopLagMicros() != null) {
				value(lines, "loopLagMax", x, 1e3, grpc, GrpcSecond::eventLoopLagMaxMicros);
				value(lines, "loopLag", x, 1e3, grpc, GrpcSecond::eventLoopLagMicros);
			}
			value(lines, "refused", x, length, (length > 0) ? grpc : null, GrpcSecond::refused);
		}

		private static void gauges(Map<String, List<Point>> lines, double x, TimelineDocument.@Nullable Server sample) {
			value(lines, "heapUsed", x, MEBIBYTE, sample, (server) -> positive(server.heapUsedBytes()));
			value(lines, "heapSize", x, MEBIBYTE, sample, (server) -> positive(server.heapCommittedBytes()));
			value(lines, "classes", x, 1, sample, (server) -> positive(server.loadedClasses()));
			value(lines, "threads", x, 1, sample, (server) -> positive(server.threads()));
			value(lines, "peakThreads", x, 1, sample, (server) -> positive(server.peakThreads()));
		}

		/** None of these figures is ever 0 when it was measured. */
		private static @Nullable Long positive(long value) {
			return (value != 0) ? value : null;
		}

		private static <T> void value(Map<String, List<Point>> lines, String name, double x, double unit,
				@Nullable T of, Function<T, @Nullable Number> value) {
			Number number = (of != null) ? value.apply(of) : null;
			add(lines, name, x, (number != null) ? number.doubleValue() / unit : null);
		}

		private static void add(Map<String, List<Point>> lines, String name, double x, @Nullable Double y) {
			lines.computeIfAbsent(name, (key) -> new ArrayList<>()).add(new Point(x, y));
		}

		/** The times in which the server gave no sample: from x to y. */
		static List<Point> silent(List<TimelineDocument> timeline) {
			List<Point> spans = new ArrayList<>();
			double before = 0;
			for (int at = 0; at < timeline.size(); at++) {
				double end = seconds(timeline, at);
				if (isSilent(timeline, at)) {
					boolean goesOn = at != 0 && isSilent(timeline, at - 1);
					spans.add(new Point(goesOn ? spans.removeLast().x() : before, end));
				}
				before = end;
			}
			return spans;
		}

		private static boolean isSilent(List<TimelineDocument> timeline, int at) {
			double end = seconds(timeline, at);
			return timeline.subList(Math.max(0, at - AROUND), Math.min(timeline.size(), at + AROUND + 1))
				.stream()
				.map(TimelineDocument::server)
				.noneMatch((server) -> server != null && Math.abs(server.seconds() - end) < SILENT_SECONDS);
		}

		Map<String, JsonElement> json() {
			Map<String, JsonElement> all = new LinkedHashMap<>();
			this.lines.forEach((name, line) -> all.put(name, Line.json(line)));
			all.put("silent", Line.json(this.silent));
			return all;
		}

	}

}
