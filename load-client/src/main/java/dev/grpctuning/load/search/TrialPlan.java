package dev.grpctuning.load.search;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.slices.SliceTimes;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

/** How rates are tried. The model of the plan is not used. */
public record TrialPlan(LoadPlan plan, Arrivals arrivals, long seed, Duration maxLag, double maxLagShare,
		int outstanding, Duration warmup, Duration settle, Duration length) {

	private static final Duration SPARE_TIME = Duration.ofMinutes(1);

	TrialPlan withLength(Duration other) {
		return new TrialPlan(this.plan, this.arrivals, this.seed, this.maxLag, this.maxLagShare, this.outstanding,
				this.warmup, this.settle, other);
	}

	LoadPlan warmUp() {
		return warmUp(this.warmup);
	}

	/** For settings that are new to a warm server. */
	public LoadPlan warmUpAgain() {
		return warmUp(this.warmup.dividedBy(10));
	}

	private LoadPlan warmUp(Duration time) {
		return with(new LoadModel.Closed(new Concurrency.Constant(this.outstanding), Warmup.NONE, time));
	}

	LoadPlan at(double rate, int number) {
		return with(open(rate, number, this.settle, this.length));
	}

	/** A slice, which waits at most for the time of a trial for its last calls. */
	LoadPlan slice(double rate, int number, SliceTimes times) {
		return with(open(rate, number, times.discarded(), times.counted()));
	}

	private LoadModel open(double rate, int number, Duration discarded, Duration counted) {
		return new LoadModel.Open(
				new ArrivalPlan.OfRate(new Rate.Constant(rate), this.arrivals, this.seed + number, Shard.ALL),
				this.maxLag, this.maxLagShare, new Warmup.Fixed(discarded), counted);
	}

	/** Calls that are open for longer than a trial are as good as lost. */
	private LoadPlan with(LoadModel model) {
		return new LoadPlan(model, this.plan.engine(), this.plan.stub(), this.plan.channels(), this.plan.call(),
				this.plan.maxOpenCalls(), this.length, model.sendingTime().plus(this.length).plus(SPARE_TIME));
	}

	/** How rates were tried, as it is written to a result file. */
	public record Document(PlanDocument.Call call, LoadEngine engine, @Nullable StubKind stub, int channels,
			Arrivals arrivals, long seed, double maxLagMillis, double maxLagShare, double warmupSeconds,
			double settleSeconds, double trialSeconds) {

		public static Document of(TrialPlan trials) {
			LoadPlan plan = trials.plan();
			return new Document(PlanDocument.Call.of(plan.call()), plan.engine(),
					(plan.engine() == LoadEngine.STUB) ? plan.stub() : null, plan.channels(), trials.arrivals(),
					trials.seed(), trials.maxLag().toNanos() / 1e6, trials.maxLagShare(), seconds(trials.warmup()),
					seconds(trials.settle()), seconds(trials.length()));
		}

		private static double seconds(Duration duration) {
			return duration.toMillis() / 1e3;
		}

	}

	/** Slices that a trial is divided into: their length, and their number. */
	public record Slices(Duration length, int number) {

		public Duration together() {
			return this.length.multipliedBy(this.number);
		}

	}

	/** Rates of a search. The start may follow from the warm-up. */
	public record Limits(@Nullable Double start, double highest, double precision, int trials) {

		/** Rate to begin with; the warm-up keeps calls open. */
		public double start(MeasuredLoad warmUp) {
			double rate = (this.start != null) ? this.start
					: Math.max(1, Math.rint(warmUp.result().rate().perSecond() / 2));
			return Math.min(rate, this.highest);
		}

	}

}
