package dev.grpctuning.load.search;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.RunDocument.ObservedLoad;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunWords;
import dev.grpctuning.load.threshold.Threshold;

/**
 * Conditions that a server must hold at a rate. One of them is that the rate is answered.
 * Calls that fail, or are not answered in time, break it unless a condition allows some.
 * Calls that fail by their deadline while the client is late say nothing about the
 * server.
 */
public record Objective(List<Threshold> thresholds) {

	/** Share of the rate that must be answered: a short trial cannot show less. */
	private static final double REACHED = 0.95;

	/** The latency by which servers are compared: the first condition's, or p99. */
	public LatencyFigure latency() {
		return this.thresholds.stream()
			.map((threshold) -> LatencyFigure
				.named(threshold.figure().replaceFirst("^(response|service|answered)\\.", "")))
			.flatMap(Optional::stream)
			.findFirst()
			.orElse(LatencyFigure.P99);
	}

	/** The conditions as they were written. */
	public List<String> texts() {
		return this.thresholds.stream().map(Threshold::toString).toList();
	}

	Judgement judge(double rate, LoadPlan plan, MeasuredLoad load) {
		Counts counts = load.result().counts();
		List<RunWords.Failure> failures = RunWords.failures(load.result())
			.stream()
			.filter((failure) -> !isPermitted(failure.status()))
			.toList();
		if (!failures.isEmpty() && !(isLate(load.saturation()) && failures.stream().allMatch(Objective::isDeadline))) {
			return broken(Map.of("failed", failures.stream().mapToLong(RunWords.Failure::count).sum(), "first",
					failures.getFirst()));
		}
		if (counts.unfinished() != 0 && !hasConditionOn("unfinished")) {
			return broken(Map.of("unfinished", counts.unfinished()));
		}
		if (load.saturation() != null) {
			return saturated(plan, load.saturation());
		}
		double answered = Trial.answeredPerSecond(plan, load);
		double seconds = plan.model().duration().toNanos() / 1e9;
		if (answered < Math.round(rate * seconds) / seconds * REACHED) {
			return broken(Map.of("answered", Figures.rate(answered), "reached", Math.round(REACHED * 100)));
		}
		RunDocument trial = RunDocument.of("trial", null, new ObservedLoad(plan, load, null, ClientObservation.NONE),
				null);
		List<ThresholdDocument> missed = Threshold.check(this.thresholds, trial)
			.stream()
			.filter((threshold) -> !threshold.held())
			.toList();
		return missed.isEmpty() ? Judgement.HELD : broken(Map.of("missed", missed));
	}

	static Judgement ended(String reason) {
		return broken(Map.of("ended", reason));
	}

	private static Judgement broken(Map<String, ?> reason) {
		return new Judgement(Outcome.BROKEN, Templates.line("not-held", reason));
	}

	/** Whether the client came late to what it had to do. */
	private static boolean isLate(@Nullable Saturation saturation) {
		return saturation != null && saturation.cause() != Saturation.Cause.OPEN_CALLS;
	}

	/** A late client may read an answer that came in time only after the deadline. */
	private static boolean isDeadline(RunWords.Failure failure) {
		return failure.status().equals(Status.Code.DEADLINE_EXCEEDED.name());
	}

	private boolean isPermitted(String status) {
		return hasConditionOn("errors") || hasConditionOn("error-share")
				|| hasConditionOn("errors." + status.toLowerCase(Locale.ROOT));
	}

	private boolean hasConditionOn(String figure) {
		return this.thresholds.stream().anyMatch((threshold) -> threshold.figure().equals(figure));
	}

	/** If the maximum number of calls is open, the server is slow. */
	private static Judgement saturated(LoadPlan plan, Saturation saturation) {
		return switch (saturation.cause()) {
			case OPEN_CALLS -> broken(Map.of("open", plan.maxOpenCalls()));
			case LATE_CALLS, CPU -> new Judgement(Outcome.LOAD_GENERATOR_SATURATED, saturation.reason());
		};
	}

	/** Outcome of a trial, and its reason if the objective did not hold. */
	record Judgement(Outcome outcome, @Nullable String reason) {

		public static final Judgement HELD = new Judgement(Outcome.HELD, null);

	}

}
