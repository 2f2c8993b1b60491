package dev.grpctuning.load.report;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadEngine;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.experiment.TrialPlan;
import dev.grpctuning.load.schedule.Arrivals;

/**
 * How rates were tried, as it is written to a result file.
 *
 * @param call what was called
 * @param engine what made the calls
 * @param stub the stub that made them, if the engine uses stubs
 * @param channels number of channels
 * @param metadata metadata sent with each call
 * @param arrivals how calls followed each other
 * @param seed seed of what is random in that, of the first trial
 * @param maxLagMillis how late a call could be sent
 * @param maxLagShare largest share of later calls
 * @param warmupSeconds time in which a server was warmed up
 * @param settleSeconds time before calls counted, in each trial
 * @param trialSeconds time in which calls counted
 */
record TrialPlanDocument(CallDocument call, LoadEngine engine, @Nullable StubKind stub, int channels,
		Map<String, String> metadata, Arrivals arrivals, long seed, double maxLagMillis, double maxLagShare,
		double warmupSeconds, double settleSeconds, double trialSeconds) {

	static TrialPlanDocument of(TrialPlan trials) {
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
