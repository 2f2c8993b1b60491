package dev.grpctuning.load.experiment;

import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;

/**
 * Says whether an objective held in a trial.
 */
@FunctionalInterface
public interface TrialJudge {

	/**
	 * Judges a trial.
	 * @param rate calls per second that it was to drive
	 * @param plan what was driven
	 * @param load what came of it
	 * @return what is said of it
	 */
	Judgement judge(double rate, LoadPlan plan, LoadResult load);

}
