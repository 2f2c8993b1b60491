package dev.grpctuning.load.gate;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.experiment.Judgement;
import dev.grpctuning.load.experiment.Trial;
import dev.grpctuning.load.experiment.TrialJudge;
import dev.grpctuning.load.latency.LatencyFigure;
import dev.grpctuning.load.report.GateDocument;
import dev.grpctuning.load.report.TrialFigures;
import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * What a server is to hold at a rate: conditions, and that the rate is answered. Calls
 * that fail, or are not answered in time, break it unless a condition says how many may.
 *
 * @param gates the conditions, at least one
 */
public record Objective(List<Gate> gates) implements TrialJudge {

	/**
	 * Share of the rate that must be answered: a server that falls behind by less cannot
	 * be told from one that does not, in so short a time.
	 */
	private static final double REACHED = 0.95;

	public Objective {
		gates = List.copyOf(gates);
	}

	/**
	 * What servers are compared by: the latency that a condition is on.
	 * @return the first of them, the 99th percentile if there is none
	 */
	public LatencyFigure latency() {
		return this.gates.stream()
			.map((gate) -> LatencyFigure.named(gate.figure().replaceFirst("^(response|service)\\.", "")))
			.flatMap(Optional::stream)
			.findFirst()
			.orElse(LatencyFigure.P99);
	}

	/**
	 * The conditions as they were written.
	 * @return a text for each
	 */
	public List<String> texts() {
		return this.gates.stream().map(Gate::toString).toList();
	}

	@Override
	public Judgement judge(double rate, LoadPlan plan, LoadResult load) {
		String unanswered = unanswered(load.counts(), load.firstFailures());
		if (unanswered != null) {
			return new Judgement(Outcome.BROKEN, unanswered);
		}
		if (load.client().limited()) {
			return limited(plan, String.valueOf(load.client().limitedBy()));
		}
		double answered = Trial.answeredPerSecond(plan, load);
		if (answered < rate * REACHED) {
			return new Judgement(Outcome.BROKEN, String.format(Locale.ROOT,
					"%,.0f per second were answered, below %.0f %% of the rate", answered, REACHED * 100));
		}
		TrialFigures trial = new TrialFigures(load);
		String missed = this.gates.stream()
			.map((gate) -> gate.check(trial))
			.filter((gate) -> !gate.held())
			.map(Objective::missed)
			.collect(Collectors.joining("; "));
		return missed.isEmpty() ? Judgement.HELD : new Judgement(Outcome.BROKEN, missed);
	}

	private static String missed(GateDocument gate) {
		return gate.gate() + ": " + ((gate.value() != null) ? gate.value() : "not measured");
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
		return this.gates.stream()
			.anyMatch((gate) -> List.of(figures).stream().anyMatch((name) -> gate.figure().startsWith(name)));
	}

	/**
	 * The client keeps as many calls open as the server leaves unanswered: then it is not
	 * the client that is slow.
	 */
	private static Judgement limited(LoadPlan plan, String reason) {
		return reason.startsWith("load.max-open-calls")
				? new Judgement(Outcome.BROKEN, String.format(Locale.ROOT,
						"%,d calls were open at once, the most that the client keeps", plan.maxOpenCalls()))
				: new Judgement(Outcome.CLIENT_LIMITED, reason);
	}

}
