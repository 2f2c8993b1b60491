package dev.grpctuning.load.experiment;

import java.time.Duration;

import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.Warmup;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Share;

/**
 * How rates are tried.
 *
 * @param plan what calls are made, over what; its model is not used
 * @param arrivals how calls follow each other
 * @param seed seed of what is random in that; each trial has another one
 * @param maxLag how late a call may be sent
 * @param maxLagShare largest share of later calls
 * @param outstanding calls open on each channel while a server is warmed up
 * @param warmup how long that takes; half of it when it was changed and is warm
 * @param settle time before calls count, in each trial
 * @param length time in which calls count
 */
public record TrialPlan(LoadPlan plan, Arrivals arrivals, long seed, Duration maxLag, double maxLagShare,
		int outstanding, Duration warmup, Duration settle, Duration length) {

	/**
	 * Beyond what the plan can take.
	 */
	private static final Duration SPARE_TIME = Duration.ofMinutes(1);

	/**
	 * The same with trials of another length.
	 * @param other time in which calls count
	 * @return the plan
	 */
	public TrialPlan withLength(Duration other) {
		return new TrialPlan(this.plan, this.arrivals, this.seed, this.maxLag, this.maxLagShare, this.outstanding,
				this.warmup, this.settle, other);
	}

	/**
	 * What is driven before the first trial.
	 */
	LoadPlan warmUp() {
		return warmUp(this.warmup);
	}

	/**
	 * What is driven when a server that is warm was changed.
	 */
	LoadPlan warmUpAgain() {
		return warmUp(this.warmup.dividedBy(2));
	}

	private LoadPlan warmUp(Duration time) {
		return with(new LoadModel.Closed(new Concurrency.Constant(this.outstanding), Warmup.NONE, time));
	}

	/**
	 * What a trial drives.
	 * @param rate calls per second
	 * @param number number of the trial
	 */
	LoadPlan at(double rate, int number) {
		return with(new LoadModel.Open(
				new ArrivalPlan.OfRate(new Rate.Constant(rate), this.arrivals, this.seed + number, Share.ALL),
				this.maxLag, this.maxLagShare, new Warmup.Fixed(this.settle), this.length));
	}

	/**
	 * Calls that are open for longer than a trial are as good as lost.
	 */
	private LoadPlan with(LoadModel model) {
		return new LoadPlan(model, this.plan.engine(), this.plan.stub(), this.plan.channels(), this.plan.call(),
				this.plan.maxOpenCalls(), this.length, model.sendingTime().plus(this.length).plus(SPARE_TIME));
	}

}
