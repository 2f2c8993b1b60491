package dev.grpctuning.load.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.plan.PlanDocument;

/**
 * A run as it is written to a result file: the one source of everything that is said of
 * the run.
 *
 * @param throughputPerSecond calls answered for each of those seconds
 * @param latencyHistogram all service times, as HdrHistogram writes them (V2, compressed,
 * Base64), in microseconds
 * @param responseTimeHistogram all response times, likewise
 * @param messageSizes how long messages were, or {@code null} in a file that does not
 * have them
 * @param messages the messages of streams, or {@code null} if calls were unary
 * @param sending how the calls of an open model were sent, or {@code null}
 * @param warmup how calls were brought to count, or {@code null} if all count
 * @param stoppedBy why the run ended before its plan, or {@code null}
 * @param server the server's side, or {@code null} if it was not observed
 * @param why why it was as fast as it was, or {@code null} in results of earlier versions
 * @param protocolErrors what went against HTTP/2, or {@code null} with an engine that
 * does not count it and in results of earlier versions
 * @param failure why the run itself failed, {@code null} if it did not, and in results of
 * earlier versions
 */
@ResultKind("run")
public record RunDocument(int schema, String name, @Nullable String target, Instant startedAt, PlanDocument plan,
		Environment environment, Counts counts, Map<String, String> firstFailures, double elapsedSeconds,
		double throughputPerSecond, LatencySummary latencyMicros, LatencySummary responseTimeMicros,
		String latencyHistogram, String responseTimeHistogram, @Nullable MessageSizes messageSizes,
		@Nullable Messages messages, @Nullable SendStats sending, @Nullable WarmupResult warmup, long clippedLatencies,
		ClientUse client, @Nullable StopReason stoppedBy, @Nullable ServerDocument server,
		List<TimelineDocument> timeline, List<ThresholdDocument> thresholds, @Nullable DiagnosisDocument diagnosis,
		@Nullable ProtocolErrors protocolErrors, @Nullable String failure) implements Measured {

	/**
	 * Number of the form that this version writes.
	 */
	public static final int SCHEMA = 1;

	/**
	 * A run against a server that was not observed.
	 * @param target what was called, or {@code null} if it was a server of this run alone
	 */
	public static RunDocument of(String name, @Nullable String target, LoadPlan plan, LoadResult load) {
		return of(name, target, plan, load, null, TimelineDocument.of(load, List.of(), plan.model().interval()),
				DiagnosisDocument.of(load))
			.withFailure(RunFailure.of(target, plan, load));
	}

	public static RunDocument of(String name, LoadPlan plan, ServerRun run) {
		return of(name, null, plan, run.load(), ServerDocument.of(run.server()),
				TimelineDocument.of(run.load(), run.server().samples(), plan.model().interval()),
				DiagnosisDocument.of(run.load(), run.server()))
			.withFailure(RunFailure.of(null, plan, run.load()));
	}

	private static RunDocument of(String name, @Nullable String target, LoadPlan plan, LoadResult load,
			@Nullable ServerDocument server, List<TimelineDocument> timeline, DiagnosisDocument diagnosis) {
		return new RunDocument(SCHEMA, name, target, load.startedAt(), PlanDocument.of(plan), Environment.current(),
				load.counts(), load.firstFailures(), load.elapsedSeconds(), load.throughputPerSecond(),
				load.latencyMicros(), load.responseTimeMicros(), HistogramText.encode(load.latencies().service()),
				HistogramText.encode(load.latencies().response()), load.messageSizes(), load.messages(), load.sending(),
				load.warmup(), load.clippedLatencies(), load.client(), load.stoppedBy(), server, timeline, List.of(),
				diagnosis, load.protocolErrors(), null);
	}

	/**
	 * The server's CPU time for each answered call.
	 * @return microseconds, not a number if the server was not observed or no call
	 * answered
	 */
	public double serverCpuMicrosPerCall() {
		if (this.diagnosis != null) {
			Double seconds = this.diagnosis.cpuSecondsPerMillionCalls().server();
			return (seconds != null) ? seconds : Double.NaN;
		}
		return (this.server != null && this.counts.ok() != 0) ? this.server.cpuSeconds() * 1e6 / this.counts.ok()
				: Double.NaN;
	}

	/**
	 * This run with what came of its thresholds.
	 */
	public RunDocument withThresholds(List<ThresholdDocument> checked) {
		return with(this.latencyHistogram, this.responseTimeHistogram, this.timeline, List.copyOf(checked),
				this.failure);
	}

	/**
	 * This run with another reason for which it failed.
	 * @param reason the reason, {@code null} if it did not
	 */
	public RunDocument withFailure(@Nullable String reason) {
		return with(this.latencyHistogram, this.responseTimeHistogram, this.timeline, this.thresholds, reason);
	}

	/**
	 * This run without what takes much memory: its timeline and the histograms of its
	 * latencies.
	 */
	public RunDocument summary() {
		return with("", "", List.of(), this.thresholds, this.failure);
	}

	private RunDocument with(String service, String response, List<TimelineDocument> line,
			List<ThresholdDocument> checked, @Nullable String reason) {
		return new RunDocument(this.schema, this.name, this.target, this.startedAt, this.plan, this.environment,
				this.counts, this.firstFailures, this.elapsedSeconds, this.throughputPerSecond, this.latencyMicros,
				this.responseTimeMicros, service, response, this.messageSizes, this.messages, this.sending, this.warmup,
				this.clippedLatencies, this.client, this.stoppedBy, this.server, line, checked, this.diagnosis,
				this.protocolErrors, reason);
	}

}
