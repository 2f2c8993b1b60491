package dev.grpctuning.load.search;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;

/**
 * Says whether an objective held in a trial.
 */
@FunctionalInterface
public interface TrialJudge {

	Judgement judge(double rate, LoadPlan plan, LoadResult load);

}
