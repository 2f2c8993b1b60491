package dev.grpctuning.load.threshold;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.diagnosis.LatencySplit;
import dev.grpctuning.load.engine.result.LoadResult.Latencies;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.ServerDocument;
import dev.grpctuning.load.server.GcSummary;

/** A figure that a threshold can name, {@code null} if it was not measured. */
public record Figure(String name, Unit unit, Function<Measured, @Nullable Double> value) {

	private static final Map<String, Figure> ALL = all();

	static @Nullable Figure named(String name) {
		return ALL.get(name.toLowerCase(Locale.ROOT));
	}

	/** The names for an error message. */
	public static String names() {
		return ALL.keySet()
			.stream()
			.filter((name) -> !name.matches("(response|service|answered|lag|gap|errors)\\..*"))
			.collect(Collectors.joining(", "))
				+ "; answered., service., lag. or gap. before a time; errors.unavailable and other statuses";
	}

	/**
	 * A number of calls as a share of those that were started; any other figure as it is.
	 */
	Figure inPercent() {
		return this.name.matches("ok|errors(\\..*)?|cancelled|unfinished")
				? new Figure(this.name, Unit.SHARE, (run) -> {
					Double calls = this.value.apply(run);
					return (calls != null && run.load().counts().started() != 0) ? calls / run.load().counts().started()
							: null;
				}) : this;
	}

	private static Map<String, Figure> all() {
		Map<String, Figure> all = new TreeMap<>();
		latenciesOfAll(all, "", Latencies::response);
		latenciesOfAll(all, "response.", Latencies::response);
		latenciesOfAll(all, "service.", Latencies::service);
		latencies(all, "answered.", (run) -> run.load().latencyMicros().response());
		latencies(all, "lag.", (run) -> (run.load().sending() != null) ? run.load().sending().lagMicros() : null);
		latencies(all, "gap.", (run) -> (run.load().messages().streams() != null)
				? run.load().messages().streams().gapMicros() : null);
		calls(all);
		add(all, "clipped", Unit.NUMBER, (run) -> (double) run.load().clippedLatencies());
		add(all, "protocol-errors", Unit.NUMBER,
				of((run) -> run.load().protocolErrors(), (errors) -> (double) errors.count()));
		add(all, "warmup.time", Unit.TIME, of((run) -> run.load().warmup(), (warmup) -> warmup.seconds() * 1e6));
		add(all, "warmup.steady", Unit.NUMBER,
				(run) -> (run.load().warmup() != null && run.load().warmup().steady() != null)
						? (run.load().warmup().steady() ? 1.0 : 0) : null);
		diagnosis(all);
		client(all);
		server(all);
		return all;
	}

	private static void calls(Map<String, Figure> all) {
		add(all, "started", Unit.NUMBER, (run) -> (double) run.load().counts().started());
		add(all, "ok", Unit.NUMBER, (run) -> (double) run.load().counts().ok());
		add(all, "errors", Unit.NUMBER, (run) -> (double) run.load().counts().failedTotal());
		for (Status.Code status : Status.Code.values()) {
			add(all, "errors." + status.name().toLowerCase(Locale.ROOT), Unit.NUMBER,
					(run) -> (double) run.load().counts().failed().getOrDefault(status.name(), 0L));
		}
		add(all, "error-share", Unit.SHARE, (run) -> (run.load().counts().started() != 0)
				? (double) run.load().counts().failedTotal() / run.load().counts().started() : null);
		add(all, "cancelled", Unit.NUMBER, (run) -> (double) run.load().counts().cancelled());
		add(all, "unfinished", Unit.NUMBER, (run) -> (double) run.load().counts().unfinished());
		add(all, "throughput", Unit.NUMBER, (run) -> run.load().rate().perSecond());
		add(all, "elapsed", Unit.TIME, (run) -> run.load().rate().elapsedSeconds() * 1e6);
		add(all, "sent-rate", Unit.NUMBER, of((run) -> run.load().sending(), SendStats::sentPerSecond));
		add(all, "planned-rate", Unit.NUMBER, of((run) -> run.load().sending(), SendStats::plannedPerSecond));
		add(all, "late-share", Unit.SHARE, of((run) -> run.load().sending(), SendStats::lateShare));
		add(all, "request-size", Unit.SIZE, (run) -> run.load().messages().requestBytes());
		add(all, "response-size", Unit.SIZE, (run) -> run.load().messages().responseBytes());
		Function<Measured, @Nullable Streams> streams = (run) -> run.load().messages().streams();
		add(all, "messages.sent", Unit.NUMBER, of(streams, (messages) -> (double) messages.sent()));
		add(all, "messages.received", Unit.NUMBER, of(streams, (messages) -> (double) messages.received()));
		add(all, "messages.sent-rate", Unit.NUMBER, of(streams, Streams::sentPerSecond));
		add(all, "messages.received-rate", Unit.NUMBER, of(streams, Streams::receivedPerSecond));
	}

	private static void diagnosis(Map<String, Figure> all) {
		Function<Measured, @Nullable Bursts> bursts = of(Measured::diagnosis, DiagnosisDocument::bursts);
		add(all, "bursts.ended", Unit.NUMBER, of(bursts, (ended) -> (double) ended.bursts()));
		add(all, "bursts.unfinished", Unit.NUMBER, of(bursts, (ended) -> (double) ended.unfinished()));
		// Without a burst that has ended there is no time.
		add(all, "bursts.p50", Unit.TIME,
				of(bursts, (ended) -> (ended.bursts() != 0) ? ended.medianMillis() * 1000 : null));
		add(all, "bursts.max", Unit.TIME,
				of(bursts, (ended) -> (ended.bursts() != 0) ? ended.maxMillis() * 1000 : null));
		Function<Measured, @Nullable LatencySplit> split = of(Measured::diagnosis, DiagnosisDocument::meanLatency);
		add(all, "mean.client-wait", Unit.TIME, of(split, LatencySplit::clientWaitMicros));
		add(all, "mean.network", Unit.TIME, of(split, LatencySplit::networkMicros));
		add(all, "mean.server", Unit.TIME, of(split, LatencySplit::serverMicros));
		add(all, "mean.executor-wait", Unit.TIME, of(split, LatencySplit::executorWaitMicros));
		add(all, "mean.handler", Unit.TIME, of(split, LatencySplit::handlerMicros));
	}

	private static void client(Map<String, Figure> all) {
		add(all, "client.cpu", Unit.TIME, (run) -> run.load().client().cpuSeconds() * 1e6);
		add(all, "client.cpu-per-call", Unit.TIME, (run) -> run.load().client().cpuMicrosPerCall());
		add(all, "client.peak-heap", Unit.SIZE, (run) -> (double) run.load().client().peakHeapBytes());
		add(all, "client.saturated", Unit.NUMBER, (run) -> run.load().client().saturated() ? 1.0 : 0);
	}

	private static void server(Map<String, Figure> all) {
		add(all, "server.start", Unit.TIME, of(Measured::server, (server) -> server.startSeconds() * 1e6));
		add(all, "server.cpu", Unit.TIME, of(Measured::server, (server) -> server.cpuSeconds() * 1e6));
		add(all, "server.cpu-per-call", Unit.TIME,
				of(Measured::diagnosis, (diagnosis) -> diagnosis.cpuSecondsPerMillionCalls().server()));
		add(all, "server.peak-threads", Unit.NUMBER, of(Measured::server, (server) -> (double) server.peakThreads()));
		add(all, "server.peak-heap", Unit.SIZE, of(Measured::server, (server) -> (double) server.peakHeapBytes()));
		add(all, "server.classes", Unit.NUMBER, of(Measured::server, (server) -> (double) server.loadedClasses()));
		Function<Measured, @Nullable GcSummary> gc = of(Measured::server, ServerDocument::gc);
		add(all, "server.young-gcs", Unit.NUMBER, of(gc, (pauses) -> (double) pauses.youngCount()));
		add(all, "server.full-gcs", Unit.NUMBER, of(gc, (pauses) -> (double) pauses.fullCount()));
		add(all, "server.gc-time", Unit.TIME, of(gc, (pauses) -> pauses.pausedSeconds() * 1e6));
		Function<Measured, GcSummary.@Nullable Pauses> stalls = of(gc, GcSummary::stalls);
		add(all, "server.gc-stalls", Unit.NUMBER, of(stalls, (waits) -> (double) waits.count()));
		add(all, "server.gc-stall-time", Unit.TIME, of(stalls, (waits) -> waits.seconds() * 1e6));
		add(all, "server.degenerated-gcs", Unit.NUMBER,
				of(of(gc, GcSummary::degenerated), (pauses) -> (double) pauses.count()));
	}

	private static void latencies(Map<String, Figure> all, String prefix,
			Function<Measured, @Nullable LatencySummary> latencies) {
		for (LatencyFigure figure : LatencyFigure.values()) {
			add(all, prefix + figure.title(), Unit.TIME, (run) -> {
				LatencySummary summary = latencies.apply(run);
				return (summary != null && summary.count() != 0) ? figure.of(summary) : null;
			});
		}
	}

	/** Adds latencies of all calls: those that were not answered are the slowest. */
	private static void latenciesOfAll(Map<String, Figure> all, String prefix,
			Function<Latencies, LatencySummary> latencies) {
		for (LatencyFigure figure : LatencyFigure.values()) {
			add(all, prefix + figure.title(), Unit.TIME, (run) -> {
				LatencySummary answered = latencies.apply(run.load().latencyMicros());
				long unanswered = run.load().counts().failedTotal() + run.load().counts().unfinished();
				return (answered.count() != 0) ? figure.of(answered, unanswered) : null;
			});
		}
	}

	/** Reads a figure of a part of a result, which may be missing. */
	private static <P, T> Function<Measured, @Nullable T> of(Function<Measured, @Nullable P> part,
			Function<P, @Nullable T> value) {
		return (run) -> {
			P there = part.apply(run);
			return (there != null) ? value.apply(there) : null;
		};
	}

	private static void add(Map<String, Figure> all, String name, Unit unit,
			Function<Measured, @Nullable Double> value) {
		all.put(name, new Figure(name, unit, value));
	}

}
