package dev.grpctuning.load.result;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.stats.Recovery;
import dev.grpctuning.load.stats.Rise;

/**
 * A run in a result file; {@code null} is not measured.
 *
 * @param closed the load before, which showed the rate; {@code null} if there was one
 * load
 */
@ResultFile.Kind("run")
public record RunDocument(int schema, String name, @Nullable String target, Instant startedAt, PlanDocument plan,
		Environment environment, Counts counts, Map<String, String> firstFailures, double elapsedSeconds,
		double windowSeconds, double throughputPerSecond, LatencySummary latencyMicros,
		LatencySummary responseTimeMicros, String latencyHistogram, String responseTimeHistogram,
		@Nullable MessageSizes messageSizes, @Nullable Messages messages, @Nullable SendStats sending,
		@Nullable WarmupResult warmup, long clippedLatencies, ClientUse client, @Nullable StopReason stoppedBy,
		@Nullable ServerDocument server, List<TimelineDocument> timeline, List<ThresholdDocument> thresholds,
		DiagnosisDocument diagnosis, @Nullable ProtocolErrors protocolErrors, @Nullable Goodput goodput,
		@Nullable String failure, @Nullable ClosedLoad closed, Map<String, StatusCalls> statuses,
		@Nullable Double rateRiseShare) implements Measured {

	public static final int SCHEMA = 1;

	/**
	 * Completes a result of 0.1.0, whose rate was taken over the elapsed time, and which
	 * has only the first message of each status.
	 */
	public RunDocument {
		windowSeconds = (windowSeconds != 0) ? windowSeconds : elapsedSeconds;
		statuses = Objects.requireNonNullElse(statuses, Map.of());
	}

	/** Creates the document of a run of which neither side was observed. */
	public static RunDocument of(String name, @Nullable String target, LoadPlan plan, LoadResult load) {
		return of(name, target, plan, load, ClientObservation.NONE);
	}

	/** Creates the document of a run whose server was not observed. */
	public static RunDocument of(String name, @Nullable String target, LoadPlan plan, LoadResult load,
			ClientObservation client) {
		return of(name, target, plan, load, null, client);
	}

	public static RunDocument of(String name, LoadPlan plan, ServerRun run) {
		ServerRun.Second second = run.second();
		if (second != null) {
			return of(name, null, second.plan(), second.load(), second.server(), second.client())
				.after(ClosedLoad.of(plan, run));
		}
		return of(name, null, plan, run.load(), run.server(), run.client());
	}

	private static RunDocument of(String name, @Nullable String target, LoadPlan plan, LoadResult load,
			@Nullable ServerObservation server, ClientObservation client) {
		return new RunDocument(SCHEMA, name, target, load.startedAt(), PlanDocument.of(plan), Environment.current(),
				load.counts(), load.firstFailures(), load.elapsedSeconds(), load.windowSeconds(),
				load.throughputPerSecond(), load.latencyMicros(), load.responseTimeMicros(),
				HistogramText.encode(load.latencies().service()), HistogramText.encode(load.latencies().response()),
				load.messageSizes(), load.messages(), load.sending(), load.warmup(), load.clippedLatencies(),
				load.client(), load.stoppedBy(), (server != null) ? ServerDocument.of(server) : null,
				TimelineDocument.of(load, (server != null) ? server.samples() : List.of(), client,
						plan.model().interval()),
				List.of(), DiagnosisDocument.of(load, server, client), load.protocolErrors(), null,
				RunFailure.of(target, plan, load), null, load.statuses(), Rise.of(plan.model(), load));
	}

	/** Calls answered per second: if there were two loads, under the closed one. */
	public double rate() {
		return (this.closed != null) ? this.closed.throughputPerSecond() : this.throughputPerSecond;
	}

	/** Number of answered calls from which the rate is computed. */
	public long rateCalls() {
		return ((this.closed != null) ? this.closed.counts() : this.counts).ok();
	}

	/** How the server warmed up, before the first load if there were two. */
	public @Nullable WarmupResult firstWarmup() {
		return (this.closed != null) ? this.closed.warmup() : this.warmup;
	}

	/** The server's CPU time per answered call, not a number if it was not measured. */
	public double serverCpuMicrosPerCall() {
		Double micros = this.diagnosis.cpuSecondsPerMillionCalls().server();
		return (micros != null) ? micros : Double.NaN;
	}

	public RunDocument withThresholds(List<ThresholdDocument> checked) {
		return with(List.copyOf(checked), this.goodput, this.failure);
	}

	public RunDocument withFailure(@Nullable String reason) {
		return with(this.thresholds, this.goodput, reason);
	}

	/** Adds the calls of the run that were answered within the objective. */
	public RunDocument withGoodput(Goodput counted) {
		return with(this.thresholds, counted, this.failure);
	}

	/** Leaves out histograms and the like, which take much memory. */
	public RunDocument summary() {
		Map<String, StatusCalls> ends = this.statuses.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (calls) -> calls.getValue().summary()));
		return with((this.server != null) ? this.server.summary() : null, "", "", ends, List.of(), this.thresholds,
				this.goodput, this.failure, this.closed);
	}

	private RunDocument after(ClosedLoad before) {
		return with(this.server, this.latencyHistogram, this.responseTimeHistogram, this.statuses, this.timeline,
				this.thresholds, this.goodput, this.failure, before);
	}

	private RunDocument with(List<ThresholdDocument> checked, @Nullable Goodput counted, @Nullable String reason) {
		return with(this.server, this.latencyHistogram, this.responseTimeHistogram, this.statuses, this.timeline,
				checked, counted, reason, this.closed);
	}

	private RunDocument with(@Nullable ServerDocument observed, String service, String response,
			Map<String, StatusCalls> ends, List<TimelineDocument> line, List<ThresholdDocument> checked,
			@Nullable Goodput counted, @Nullable String reason, @Nullable ClosedLoad before) {
		return new RunDocument(this.schema, this.name, this.target, this.startedAt, this.plan, this.environment,
				this.counts, this.firstFailures, this.elapsedSeconds, this.windowSeconds, this.throughputPerSecond,
				this.latencyMicros, this.responseTimeMicros, service, response, this.messageSizes, this.messages,
				this.sending, this.warmup, this.clippedLatencies, this.client, this.stoppedBy, observed, line, checked,
				this.diagnosis, this.protocolErrors, counted, reason, before, ends, this.rateRiseShare);
	}

	/**
	 * Calls that were answered within an objective.
	 *
	 * @param objectiveMicros longest response time that counts; the histogram's bucket
	 * that has it counts in full
	 * @param perSecond their share of the answered calls times the rate of these
	 * @param recovery what follows an overload, or {@code null} if no step of the rate
	 * falls
	 */
	public record Goodput(long objectiveMicros, long answered, double perSecond, @Nullable Recovery recovery) {

		public static Goodput of(Duration objective, LoadModel model, LoadResult load) {
			long micros = objective.toNanos() / 1000;
			long answered = load.latencies().response().getCountBetweenValues(0, micros);
			long ok = load.counts().ok();
			return new Goodput(micros, answered, (ok != 0) ? load.throughputPerSecond() * answered / ok : 0,
					Recovery.of(model, objective, load.timeline()));
		}

	}

	/**
	 * The closed load that a run had before the load of its latencies. It shows the rate.
	 *
	 * @param responseTimeMicros response times, from when an answer let the call begin
	 * @param bottleneck what held the rate up
	 */
	public record ClosedLoad(PlanDocument plan, Counts counts, double throughputPerSecond,
			LatencySummary responseTimeMicros, @Nullable WarmupResult warmup, ClientUse client,
			DiagnosisDocument.@Nullable Found bottleneck) {

		static ClosedLoad of(LoadPlan plan, ServerRun run) {
			LoadResult load = run.load();
			return new ClosedLoad(PlanDocument.of(plan), load.counts(), load.throughputPerSecond(),
					load.responseTimeMicros(), load.warmup(), load.client(),
					DiagnosisDocument.of(load, run.server(), run.client()).bottleneck());
		}

	}

}
