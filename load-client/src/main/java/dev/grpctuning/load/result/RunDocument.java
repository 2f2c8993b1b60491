package dev.grpctuning.load.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.ClientUse;
import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.MessageSizes;
import dev.grpctuning.load.engine.Messages;
import dev.grpctuning.load.engine.ProtocolErrors;
import dev.grpctuning.load.engine.Sending;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.engine.WarmupResult;
import dev.grpctuning.load.experiment.ServerRun;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * A run as it is written to a result file: the one source of everything that is said of
 * the run.
 *
 * @param schema number of this form
 * @param name name of the run or of its variant
 * @param target what was called, as host:port
 * @param startedAt when the first call that counts was due
 * @param plan what was driven
 * @param environment what it ran on
 * @param counts what became of the calls
 * @param firstFailures what the first failure of each status said
 * @param elapsedSeconds time from the first due time to the last end
 * @param throughputPerSecond calls answered for each of those seconds
 * @param latencyMicros service time, from the real send
 * @param responseTimeMicros response time, from the due time
 * @param latencyHistogram all service times, as HdrHistogram writes them (V2, compressed,
 * Base64), in microseconds
 * @param responseTimeHistogram all response times, likewise
 * @param messageSizes how long messages were, or {@code null} in a file that does not
 * have them
 * @param messages the messages of streams, or {@code null} if calls were unary
 * @param sending how the calls of an open model were sent, or {@code null}
 * @param warmup how calls were brought to count, or {@code null} if all count
 * @param clippedLatencies times too short or too long to be recorded exactly
 * @param client what it cost the client
 * @param stoppedBy why the run ended before its plan, or {@code null}
 * @param server the server's side, or {@code null} if it was not observed
 * @param timeline the run moment by moment
 * @param gates the conditions that it had to meet
 * @param why why it was as fast as it was, or {@code null} in results of earlier versions
 * @param protocolErrors what went against HTTP/2, or {@code null} with an engine that
 * does not count it and in results of earlier versions
 * @param failure why the run itself failed, {@code null} if it did not, and in results of
 * earlier versions
 */
public record RunDocument(int schema, String name, @Nullable String target, Instant startedAt, PlanDocument plan,
		Environment environment, Counts counts, Map<String, String> firstFailures, double elapsedSeconds,
		double throughputPerSecond, LatencySummary latencyMicros, LatencySummary responseTimeMicros,
		String latencyHistogram, String responseTimeHistogram, @Nullable MessageSizes messageSizes,
		@Nullable Messages messages, @Nullable Sending sending, @Nullable WarmupResult warmup, long clippedLatencies,
		ClientUse client, @Nullable StopReason stoppedBy, @Nullable ServerDocument server,
		List<TimelineDocument> timeline, List<GateDocument> gates, @Nullable WhyDocument why,
		@Nullable ProtocolErrors protocolErrors, @Nullable String failure) implements Mergeable {

	/**
	 * Number of the form that this version writes.
	 */
	static final int SCHEMA = 1;

	/**
	 * A run against a server that was not observed.
	 * @param name its name
	 * @param target what was called, or {@code null} if it was a server of this run alone
	 * @param plan what was driven
	 * @param load what came of it
	 * @return the document
	 */
	public static RunDocument of(String name, @Nullable String target, LoadPlan plan, LoadResult load) {
		return of(name, target, plan, load, null, TimelineDocument.of(load, List.of(), plan.model().moment()),
				WhyDocument.of(load))
			.withFailure(RunFailure.of(target, plan, load));
	}

	static RunDocument of(String name, LoadPlan plan, ServerRun run) {
		return of(name, null, plan, run.load(), ServerDocument.of(run.server()),
				TimelineDocument.of(run.load(), run.server().samples(), plan.model().moment()),
				WhyDocument.of(run.load(), run.server()));
	}

	private static RunDocument of(String name, @Nullable String target, LoadPlan plan, LoadResult load,
			@Nullable ServerDocument server, List<TimelineDocument> timeline, WhyDocument why) {
		return new RunDocument(SCHEMA, name, target, load.startedAt(), PlanDocument.of(plan), Environment.current(),
				load.counts(), load.firstFailures(), load.elapsedSeconds(), load.throughputPerSecond(),
				load.latencyMicros(), load.responseTimeMicros(), HistogramText.encode(load.latencies().service()),
				HistogramText.encode(load.latencies().response()), load.messageSizes(), load.messages(), load.sending(),
				load.warmup(), load.clippedLatencies(), load.client(), load.stoppedBy(), server, timeline, List.of(),
				why, load.protocolErrors(), null);
	}

	/**
	 * The server's CPU time for each answered call.
	 * @return microseconds, not a number if the server was not observed or no call
	 * answered
	 */
	public double serverCpuMicrosPerCall() {
		if (this.why != null) {
			Double seconds = this.why.cpuSecondsPerMillionCalls().server();
			return (seconds != null) ? seconds : Double.NaN;
		}
		return (this.server != null && this.counts.ok() != 0) ? this.server.cpuSeconds() * 1e6 / this.counts.ok()
				: Double.NaN;
	}

	@Override
	public MergedDocument part(String part) {
		return MergedDocument.of(part, this);
	}

	/**
	 * This run with what came of its conditions.
	 * @param checked the conditions
	 * @return the document
	 */
	public RunDocument withGates(List<GateDocument> checked) {
		return with(List.copyOf(checked), this.failure);
	}

	/**
	 * This run with another reason for which it failed.
	 * @param reason the reason, {@code null} if it did not
	 * @return the document
	 */
	public RunDocument withFailure(@Nullable String reason) {
		return with(this.gates, reason);
	}

	private RunDocument with(List<GateDocument> checked, @Nullable String reason) {
		return new RunDocument(this.schema, this.name, this.target, this.startedAt, this.plan, this.environment,
				this.counts, this.firstFailures, this.elapsedSeconds, this.throughputPerSecond, this.latencyMicros,
				this.responseTimeMicros, this.latencyHistogram, this.responseTimeHistogram, this.messageSizes,
				this.messages, this.sending, this.warmup, this.clippedLatencies, this.client, this.stoppedBy,
				this.server, this.timeline, checked, this.why, this.protocolErrors, reason);
	}

}
