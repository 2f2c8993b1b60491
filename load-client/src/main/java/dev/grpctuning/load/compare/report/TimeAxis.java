package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.result.GrpcSecond;
import dev.grpctuning.load.result.TimelineDocument;

/**
 * The lines of a run against its time in seconds.
 *
 * @param lines points by the name of the line; calls in calls per second, times in
 * milliseconds, memory in mebibytes, CPU in percent of the processors of the machine of
 * each side, GC in percent of the time
 */
record TimeAxis(Map<String, List<Point>> lines, List<Point> silent) {

	/**
	 * Stretches of a line of a page with a few variants.
	 */
	static final int STRETCHES = 250;

	/**
	 * Calls in less than this share of a usual moment, such as the last, make no rate.
	 */
	private static final double SHORTEST = 0.25;

	/**
	 * A server that gave no sample for that long before and after a time was silent.
	 */
	private static final double SILENT_SECONDS = 0.75;

	/**
	 * Moments before and after one that can have a sample so near to it.
	 */
	private static final int AROUND = 8;

	static TimeAxis of(List<TimelineDocument> timeline, int processors, int stretches) {
		Map<String, List<Point>> lines = new LinkedHashMap<>();
		double shortest = shortest(timeline);
		client(timeline, processors, shortest, lines);
		server(timeline, serverProcessors(timeline, processors), shortest, lines);
		lines.values().removeIf((line) -> line.stream().allMatch((point) -> point.y() == null));
		lines.replaceAll((name, line) -> Thinning.of(line, stretches));
		return new TimeAxis(lines, lines.containsKey("threads") ? silent(timeline) : List.of());
	}

	/**
	 * The shortest moment that is like the others.
	 */
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

	/**
	 * How many processors the server's machine has.
	 */
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
		for (TimelineDocument moment : timeline) {
			TimelinePoint point = moment.client();
			double x = point.seconds();
			double length = x - before;
			if (length >= shortest) {
				add(lines, "started", x, point.started() / length);
				add(lines, "answered", x, point.ok() / length);
				add(lines, "failed", x, point.failed() / length);
				add(lines, "clientCpu", x, 100 * point.cpuSeconds() / length / processors);
				add(lines, "clientGc", x,
						(point.threads() != 0) ? Math.min(100, 100 * point.gcSeconds() / length) : null);
			}
			add(lines, "responseP50", x, millis(point.responseP50Micros()));
			add(lines, "responseP99", x, millis(point.responseP99Micros()));
			add(lines, "serviceP99", x, millis(point.p99Micros()));
			add(lines, "serviceP50", x, millis(point.p50Micros()));
			add(lines, "lagP99", x, (point.lagP99Micros() != null) ? point.lagP99Micros() / 1e3 : null);
			add(lines, "clientHeap", x, point.heapUsedBytes() / 1048576.0);
			// A client has threads: 0 is what results of earlier versions do not have.
			add(lines, "clientThreads", x, (point.threads() != 0) ? (double) point.threads() : null);
			add(lines, "open", x, (double) point.open());
			before = x;
		}
	}

	/**
	 * A latency is at least 1 µs: 0 says that none was recorded.
	 */
	private static @Nullable Double millis(long micros) {
		return (micros != 0) ? micros / 1e3 : null;
	}

	/**
	 * What both sides did in a moment stands above each other, though a sample may have
	 * been taken a little before or after.
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
				add(lines, "serverCpu", x, 100 * (sample.cpuSeconds() - before.cpuSeconds()) / length / processors);
				add(lines, "gc", x, Math.min(100, 100 * (sample.gcSeconds() - before.gcSeconds()) / length));
			}
			grpc(lines, x, (length >= shortest) ? length : Double.NaN, (sample != null) ? sample.grpc() : null);
			before = (sample != null) ? sample : before;
		}
	}

	private static void grpc(Map<String, List<Point>> lines, double x, double length, @Nullable GrpcSecond grpc) {
		tasks(lines, "queued", x, (grpc != null) ? grpc.executorQueued() : null);
		tasks(lines, "active", x, (grpc != null) ? grpc.executorActive() : null);
		tasks(lines, "pending", x, (grpc != null) ? grpc.eventLoopPending() : null);
		time(lines, "serverP99", x, (grpc != null) ? grpc.callP99Micros() : null);
		time(lines, "waitP99", x, (grpc != null) ? grpc.executorWaitP99Micros() : null);
		time(lines, "wait", x, (grpc != null) ? grpc.executorWaitMicros() : null);
		time(lines, "run", x, (grpc != null) ? grpc.executorRunMicros() : null);
		// Event loops are asked five times a second: in a moment it may have been none.
		if (grpc == null || grpc.eventLoopLagMicros() != null) {
			time(lines, "loopLagP99", x, (grpc != null) ? grpc.eventLoopLagP99Micros() : null);
			time(lines, "loopLag", x, (grpc != null) ? grpc.eventLoopLagMicros() : null);
		}
		add(lines, "refused", x,
				(grpc != null && grpc.refused() != null && length > 0) ? grpc.refused() / length : null);
	}

	private static void tasks(Map<String, List<Point>> lines, String name, double x, @Nullable Long tasks) {
		add(lines, name, x, (tasks != null) ? tasks.doubleValue() : null);
	}

	private static void time(Map<String, List<Point>> lines, String name, double x, @Nullable Double micros) {
		add(lines, name, x, (micros != null) ? micros / 1e3 : null);
	}

	private static void gauges(Map<String, List<Point>> lines, double x, TimelineDocument.@Nullable Server sample) {
		gauge(lines, "heapUsed", x, sample, (server) -> server.heapUsedBytes() / 1048576.0);
		gauge(lines, "heapSize", x, sample, (server) -> server.heapCommittedBytes() / 1048576.0);
		gauge(lines, "classes", x, sample, TimelineDocument.Server::loadedClasses);
		gauge(lines, "threads", x, sample, TimelineDocument.Server::threads);
		gauge(lines, "peakThreads", x, sample, TimelineDocument.Server::peakThreads);
	}

	/**
	 * None of these is ever 0: that is what results of earlier versions do not have.
	 */
	private static void gauge(Map<String, List<Point>> lines, String name, double x,
			TimelineDocument.@Nullable Server sample, ToDoubleFunction<TimelineDocument.Server> value) {
		double y = (sample != null) ? value.applyAsDouble(sample) : 0;
		add(lines, name, x, (y != 0) ? y : null);
	}

	private static void add(Map<String, List<Point>> lines, String name, double x, @Nullable Double y) {
		lines.computeIfAbsent(name, (key) -> new ArrayList<>()).add(new Point(x, y));
	}

	/**
	 * From when until when the server gave no sample.
	 */
	static List<Point> silent(List<TimelineDocument> timeline) {
		List<Point> spans = new ArrayList<>();
		double before = 0;
		for (int at = 0; at < timeline.size(); at++) {
			double end = seconds(timeline, at);
			if (isSilent(timeline, at)) {
				Point last = spans.isEmpty() ? null : spans.getLast();
				if (last != null && last.y() != null && last.y() == before) {
					spans.removeLast();
					spans.add(new Point(last.x(), end));
				}
				else {
					spans.add(new Point(before, end));
				}
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

	/**
	 * The lines as the page reads them.
	 */
	Map<String, JsonElement> json() {
		Map<String, JsonElement> all = this.lines.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (line) -> array(line.getValue()), (one, other) -> one,
					LinkedHashMap::new));
		all.put("silent", array(this.silent));
		return all;
	}

	static JsonArray array(List<Point> points) {
		JsonArray array = new JsonArray(points.size());
		points.forEach((point) -> array.add(point.json()));
		return array;
	}

}
