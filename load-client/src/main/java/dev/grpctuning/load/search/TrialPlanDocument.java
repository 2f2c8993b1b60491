package dev.grpctuning.load.search;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.StubKind;
import dev.grpctuning.load.result.plan.CallDocument;
import dev.grpctuning.load.schedule.Arrivals;

/**
 * How rates were tried, as it is written to a result file.
 */
public record TrialPlanDocument(CallDocument call, LoadEngine engine, @Nullable StubKind stub, int channels,
		Map<String, String> metadata, Arrivals arrivals, long seed, double maxLagMillis, double maxLagShare,
		double warmupSeconds, double settleSeconds, double trialSeconds) {

	public static TrialPlanDocument of(TrialPlan trials) {
		LoadPlan plan = trials.plan();
		return new TrialPlanDocument(CallDocument.of(plan.call()), plan.engine(),
				(plan.engine() == LoadEngine.STUB) ? plan.stub() : null, plan.channels(), plan.call().metadata(),
				trials.arrivals(), trials.seed(), trials.maxLag().toNanos() / 1e6, trials.maxLagShare(),
				seconds(trials.warmup()), seconds(trials.settle()), seconds(trials.length()));
	}

	private static double seconds(Duration duration) {
		return duration.toMillis() / 1e3;
	}

}
