package dev.grpctuning.load.compare.result;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.stats.Risk;

/**
 * The question that an experiment answers.
 *
 * @param primary metric that decides. All others are exploratory
 * @param metrics metrics that are compared
 * @param look when the variants are compared that ran until now
 */
public record Question(Metric primary, Set<Metric> metrics, Risk.Look look) {

	/**
	 * Returns the question of an experiment under these plans.
	 * @param latency whether latencies are measured under another, open load
	 * @param primary the primary metric, or {@code null} for the one that fits the first
	 * plan: p99 if it is of another load; the rate if each answer starts the next call,
	 * otherwise p99; with an objective recovery or goodput
	 */
	public static Question of(List<LoadPlan> plans, boolean objective, boolean latency, @Nullable Metric primary) {
		LoadModel model = plans.getFirst().model();
		Metric decides = (primary != null) ? primary : latency ? Metric.P99
				: objective ? withObjective(model) : isClosed(model) ? Metric.THROUGHPUT : Metric.P99;
		Set<Metric> metrics = EnumSet.allOf(Metric.class);
		// As many calls are open all the time: the rate is their number by the mean time.
		if (!latency && plans.stream().allMatch((plan) -> isClosed(plan.model()))) {
			metrics.remove((decides == Metric.P50) ? Metric.THROUGHPUT : Metric.P50);
		}
		return new Question(decides, metrics, Risk.Look.ONLY);
	}

	public Question with(Risk.Look when) {
		return new Question(this.primary, this.metrics, when);
	}

	private static Metric withObjective(LoadModel model) {
		return (model instanceof LoadModel.Open open && !Double.isNaN(open.lastFallSeconds())) ? Metric.RECOVERY
				: Metric.GOODPUT;
	}

	private static boolean isClosed(LoadModel model) {
		return switch (model) {
			case LoadModel.Closed closed -> true;
			case LoadModel.Blocking blocking -> true;
			case LoadModel.Burst burst -> false;
			case LoadModel.Open open -> false;
		};
	}

}
