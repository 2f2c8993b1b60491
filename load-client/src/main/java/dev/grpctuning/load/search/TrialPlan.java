package dev.grpctuning.load.search;

import java.time.Duration;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

/**
 * How rates are tried.
 *
 * @param plan what calls are made, over what; its model is not used
 */
public record TrialPlan(LoadPlan plan, Arrivals arrivals, long seed, Duration maxLag, double maxLagShare,
		int outstanding, Duration warmup, Duration settle, Duration length) {

	private static final Duration SPARE_TIME = Duration.ofMinutes(1);

	public TrialPlan withLength(Duration other) {
		return new TrialPlan(this.plan, this.arrivals, this.seed, this.maxLag, this.maxLagShare, this.outstanding,
				this.warmup, this.settle, other);
	}

	LoadPlan warmUp() {
		return warmUp(this.warmup);
	}

	public LoadPlan warmUpAgain() {
		return warmUp(this.warmup.dividedBy(2));
	}

	private LoadPlan warmUp(Duration time) {
		return with(new LoadModel.Closed(new Concurrency.Constant(this.outstanding), Warmup.NONE, time));
	}

	LoadPlan at(double rate, int number) {
		return with(new LoadModel.Open(
				new ArrivalPlan.OfRate(new Rate.Constant(rate), this.arrivals, this.seed + number, Shard.ALL),
				this.maxLag, this.maxLagShare, new Warmup.Fixed(this.settle), this.length));
	}

	/** Calls that are open for longer than a trial are as good as lost. */
	private LoadPlan with(LoadModel model) {
		return new LoadPlan(model, this.plan.engine(), this.plan.stub(), this.plan.channels(), this.plan.call(),
				this.plan.maxOpenCalls(), this.length, model.sendingTime().plus(this.length).plus(SPARE_TIME));
	}

}
