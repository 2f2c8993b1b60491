package dev.grpctuning.load.gate;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.ClientUse;
import dev.grpctuning.load.engine.Sending;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.report.Measured;
import dev.grpctuning.load.report.ServerDocument;

/**
 * A figure of a run that a condition can name.
 *
 * @param name its name
 * @param unit what it is counted in
 * @param value what it is in a run, or {@code null} if it was not measured there
 */
record Figure(String name, Unit unit, Function<Measured, @Nullable Double> value) {

	private static final Map<String, Figure> ALL = all();

	/**
	 * Finds a figure.
	 * @return the figure, or {@code null} if there is none of that name
	 */
	static @Nullable Figure named(String name) {
		return ALL.get(name.toLowerCase(Locale.ROOT));
	}

	/**
	 * What may be named, for those who named something else.
	 */
	static String names() {
		return ALL.keySet()
			.stream()
			.filter((name) -> !name.matches("(response|service|lag|errors)\\..*"))
			.collect(Collectors.joining(", "))
				+ "; service. or lag. before a time; errors.unavailable and other statuses";
	}

	private static Map<String, Figure> all() {
		Map<String, Figure> all = new TreeMap<>();
		latencies(all, "", Measured::responseTimeMicros);
		latencies(all, "response.", Measured::responseTimeMicros);
		latencies(all, "service.", Measured::latencyMicros);
		latencies(all, "lag.", (run) -> (run.sending() != null) ? run.sending().lagMicros() : null);
		add(all, "started", Unit.NUMBER, (run) -> (double) run.counts().started());
		add(all, "ok", Unit.NUMBER, (run) -> (double) run.counts().ok());
		add(all, "errors", Unit.NUMBER, (run) -> (double) run.counts().failedTotal());
		for (Status.Code status : Status.Code.values()) {
			add(all, "errors." + status.name().toLowerCase(Locale.ROOT), Unit.NUMBER,
					(run) -> (double) run.counts().failed().getOrDefault(status.name(), 0L));
		}
		add(all, "error-share", Unit.SHARE, (run) -> (run.counts().started() != 0)
				? (double) run.counts().failedTotal() / run.counts().started() : null);
		add(all, "cancelled", Unit.NUMBER, (run) -> (double) run.counts().cancelled());
		add(all, "unfinished", Unit.NUMBER, (run) -> (double) run.counts().unfinished());
		add(all, "throughput", Unit.NUMBER, Measured::throughputPerSecond);
		add(all, "elapsed", Unit.TIME, (run) -> run.elapsedSeconds() * 1e6);
		add(all, "sent-rate", Unit.NUMBER, sending(Sending::sentPerSecond));
		add(all, "late-share", Unit.SHARE, sending(Sending::lateShare));
		add(all, "client.cpu", Unit.TIME, client((client) -> client.cpuSeconds() * 1e6));
		add(all, "client.cpu-per-call", Unit.TIME, client(ClientUse::cpuMicrosPerCall));
		add(all, "client.peak-heap", Unit.SIZE, client(ClientUse::peakHeapBytes));
		add(all, "client.limited", Unit.NUMBER, client((client) -> client.limited() ? 1 : 0));
		add(all, "server.cpu", Unit.TIME, server((server) -> server.cpuSeconds() * 1e6));
		add(all, "server.peak-threads", Unit.NUMBER, server(ServerDocument::peakThreads));
		add(all, "server.peak-heap", Unit.SIZE, server(ServerDocument::peakHeapBytes));
		add(all, "server.full-gcs", Unit.NUMBER, (run) -> (run.server() != null && run.server().gc() != null)
				? (double) run.server().gc().fullCount() : null);
		return all;
	}

	private static void latencies(Map<String, Figure> all, String prefix,
			Function<Measured, @Nullable LatencySummary> latencies) {
		Map<String, ToDoubleFunction<LatencySummary>> values = Map.of("min", LatencySummary::min, "mean",
				LatencySummary::mean, "p50", LatencySummary::p50, "p75", LatencySummary::p75, "p90",
				LatencySummary::p90, "p95", LatencySummary::p95, "p99", LatencySummary::p99, "p99.9",
				LatencySummary::p999, "p99.99", LatencySummary::p9999, "max", LatencySummary::max);
		values.forEach((name, value) -> add(all, prefix + name, Unit.TIME, (run) -> {
			LatencySummary summary = latencies.apply(run);
			return (summary != null && summary.count() != 0) ? value.applyAsDouble(summary) : null;
		}));
	}

	private static Function<Measured, @Nullable Double> sending(ToDoubleFunction<Sending> value) {
		return (run) -> (run.sending() != null) ? value.applyAsDouble(run.sending()) : null;
	}

	private static Function<Measured, @Nullable Double> client(ToDoubleFunction<ClientUse> value) {
		return (run) -> (run.client() != null) ? value.applyAsDouble(run.client()) : null;
	}

	private static Function<Measured, @Nullable Double> server(ToDoubleFunction<ServerDocument> value) {
		return (run) -> (run.server() != null) ? value.applyAsDouble(run.server()) : null;
	}

	private static void add(Map<String, Figure> all, String name, Unit unit,
			Function<Measured, @Nullable Double> value) {
		all.put(name, new Figure(name, unit, value));
	}

}
