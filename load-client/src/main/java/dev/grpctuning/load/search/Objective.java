package dev.grpctuning.load.search;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.Saturation;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.threshold.Threshold;

/**
 * What a server is to hold at a rate: conditions, and that the rate is answered. Calls
 * that fail, or are not answered in time, break it unless a condition allows some.
 */
public record Objective(List<Threshold> thresholds) {

	/** Share of the rate that must be answered: a short trial cannot show less. */
	private static final double REACHED = 0.95;

	/** The latency by which servers are compared: the first condition's, or p99. */
	public LatencyFigure latency() {
		return this.thresholds.stream()
			.map((threshold) -> LatencyFigure.named(threshold.figure().replaceFirst("^(response|service)\\.", "")))
			.flatMap(Optional::stream)
			.findFirst()
			.orElse(LatencyFigure.P99);
	}

	/** The conditions as they were written. */
	public List<String> texts() {
		return this.thresholds.stream().map(Threshold::toString).toList();
	}

	Judgement judge(double rate, LoadPlan plan, LoadResult load) {
		String unanswered = unanswered(load.counts(), load.firstFailures());
		if (unanswered != null) {
			return new Judgement(Outcome.BROKEN, unanswered);
		}
		if (load.saturation() != null) {
			return saturated(plan, load.saturation());
		}
		double answered = Trial.answeredPerSecond(plan, load);
		if (answered < rate * REACHED) {
			return new Judgement(Outcome.BROKEN, String.format(Locale.ROOT,
					"%,.0f per second were answered, below %.0f %% of the rate", answered, REACHED * 100));
		}
		RunDocument trial = RunDocument.of("trial", null, plan, load);
		String missed = this.thresholds.stream()
			.map((threshold) -> threshold.check(trial))
			.filter((threshold) -> !threshold.held())
			.map(Objective::missed)
			.collect(Collectors.joining("; "));
		return missed.isEmpty() ? Judgement.HELD : new Judgement(Outcome.BROKEN, missed);
	}

	private static String missed(ThresholdDocument threshold) {
		return threshold.threshold() + ": " + ((threshold.value() != null) ? threshold.value() : "not measured");
	}

	private @Nullable String unanswered(Counts counts, Map<String, String> firstFailures) {
		if (counts.failedTotal() != 0 && !hasConditionOn("errors", "error-share")) {
			String status = counts.failed().keySet().iterator().next();
			return String.format(Locale.ROOT, "%,d calls failed: %s: %s", counts.failedTotal(), status,
					firstFailures.getOrDefault(status, "").replaceAll("\\s+", " "));
		}
		if (counts.unfinished() != 0 && !hasConditionOn("unfinished")) {
			return String.format(Locale.ROOT, "%,d calls were not answered in time", counts.unfinished());
		}
		return null;
	}

	private boolean hasConditionOn(String... figures) {
		return this.thresholds.stream()
			.anyMatch((threshold) -> List.of(figures).stream().anyMatch((name) -> threshold.figure().startsWith(name)));
	}

	/** Where as many calls are open as the client keeps, the server is slow. */
	private static Judgement saturated(LoadPlan plan, Saturation saturation) {
		return switch (saturation.cause()) {
			case OPEN_CALLS -> new Judgement(Outcome.BROKEN, String.format(Locale.ROOT,
					"%,d calls were open at once, the most that the client keeps", plan.maxOpenCalls()));
			case LATE_CALLS -> new Judgement(Outcome.LOAD_GENERATOR_SATURATED, saturation.reason());
		};
	}

	/** Outcome of a trial, and its reason if the objective did not hold. */
	record Judgement(Outcome outcome, @Nullable String reason) {

		public static final Judgement HELD = new Judgement(Outcome.HELD, null);

	}

}
