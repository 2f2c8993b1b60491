package dev.grpctuning.load.compare.experiment;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.threshold.Threshold;

/**
 * The load under which an experiment measures latencies. A closed load sends a call only
 * when an answer arrives, and so hides how long other calls would wait. Each run
 * therefore has two loads: the closed one shows the rate, and then calls that arrive at
 * random show the latencies. Their rate is the same for all variants: a share of the
 * baseline's knee.
 *
 * @param share share of the knee, above 0 and at most 1
 * @param objective p99 below which the knee is searched for
 * @param maxLag delay of a send from which it counts as late
 * @param maxLagShare share of late sends from which the load generator is saturated
 */
public record LatencyLoad(double share, Duration objective, Duration maxLag, double maxLagShare) {

	static final String PROPERTY = "experiment.latency-at";

	/** At this p99 calls queue, even if a handler works for some milliseconds. */
	private static final Duration OBJECTIVE = Duration.ofMillis(50);

	/** Time at the beginning that does not count: the closed load has warmed up. */
	private static final Duration SETTLE = Duration.ofMillis(300);

	/** Smallest share of the usual time, however slow a variant is. */
	private static final double LEAST_PART = 1.0 / 8;

	/** Number of calls that are enough for a p99. */
	private static final double FEWEST_CALLS = 200;

	/** Creates the load of a share, or returns {@code null} if none is set. */
	static @Nullable LatencyLoad of(ExperimentProperties.Measures measures, LoadProperties load, List<LoadPlan> plans) {
		Double share = measures.latencyAt();
		if (share == null) {
			return null;
		}
		PropertyCheck.that(share > 0 && share <= 1, PROPERTY, share,
				"It must be a share of the baseline's knee, above 0 and at most 1, such as 0.6.");
		PropertyCheck.that(plans.stream().allMatch(LatencyLoad::isClosed), PROPERTY, share,
				"It must be left out, or set to nothing (--experiment.latency-at=), unless each plan has load.model=closed and a duration: the closed load shows the rate.");
		Duration objective = (measures.objective() != null) ? measures.objective() : OBJECTIVE;
		return new LatencyLoad(share, objective, load.plan().open().maxLag(load.checkedThresholds(), objective),
				load.plan().open().maxLagShare());
	}

	private static boolean isClosed(LoadPlan plan) {
		return plan.model() instanceof LoadModel.Closed closed && closed.concurrency() instanceof Concurrency.Constant
				&& closed.totalCalls() == LoadModel.UNLIMITED;
	}

	/** The objective that holds up to the knee, such as {@code p99 < 50ms}. */
	public Threshold threshold() {
		long micros = this.objective.toNanos() / 1000;
		return Threshold.parse("p99 < " + ((micros % 1000 == 0) ? micros / 1000 + "ms" : micros + "us"));
	}

	/** Number of calls that a plan keeps open on each channel. */
	public static int outstanding(LoadPlan closed) {
		return (closed.model() instanceof LoadModel.Closed model) ? model.concurrency().most() : 1;
	}

	/**
	 * Returns a plan with random arrivals, otherwise like the closed plan and as long.
	 * <p>
	 * A variant that is much slower than the baseline is overloaded: latencies grow with
	 * the length of the load, and the client then waits for the open calls. It therefore
	 * gets only as many calls as it answers in the usual time.
	 * @param speed closed rate of the variant, divided by that of the baseline
	 */
	public LoadPlan at(double rate, double speed, LoadPlan closed, long seed) {
		Duration usual = closed.model().duration();
		double enough = FEWEST_CALLS / (rate * usual.toNanos() / 1e9);
		double part = Math.min(1, Math.max(Math.max(enough, LEAST_PART), speed / this.share));
		return closed.with(
				new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(rate), Arrivals.POISSON, seed, Shard.ALL),
						this.maxLag, this.maxLagShare, new Warmup.Fixed(part(SETTLE, part)), part(usual, part)),
				closed.call());
	}

	private static Duration part(Duration whole, double part) {
		return Duration.ofNanos(Math.round(whole.toNanos() * part));
	}

	/** Time in which these calls are sent. */
	public Duration sendingTime(LoadPlan closed) {
		return SETTLE.plus(closed.model().duration());
	}

}
