package dev.grpctuning.load.search;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.compare.KneeFinder;
import dev.grpctuning.load.compare.experiment.LatencyLoad;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.stats.Figures;

/**
 * Searches for the knee of an experiment like {@code knee}, with few and short trials.
 */
@Component
record QuickKnee() implements KneeFinder {

	private static final long SEED = 1;

	private static final TrialPlan.Limits LIMITS = new TrialPlan.Limits(null, 1e6, 0.2, TRIALS);

	/**
	 * Lowest share of the first rate to try. Below this share, other work keeps the
	 * machine busy.
	 */
	private static final double LOWEST = 1.0 / 8;

	@Override
	public Found find(LatencyLoad load, LoadPlan plan, Drive drive, Consumer<String> lines)
			throws IOException, InterruptedException {
		Objective objective = new Objective(List.of(load.threshold()));
		TrialPlan trials = new TrialPlan(plan, Arrivals.POISSON, SEED, load.maxLag(), load.maxLagShare(),
				LatencyLoad.outstanding(plan), CLOSED, SETTLE, TRIAL);
		MeasuredLoad closed = drive.drive(trials.warmUp());
		double start = LIMITS.start(closed);
		AtomicInteger tried = new AtomicInteger();
		RateTrial trial = (rate) -> {
			LoadPlan driven = trials.at(rate, tried.getAndIncrement());
			MeasuredLoad result = drive.drive(driven);
			Trial done = Trial.of(rate, driven, result, objective.judge(rate, driven, result));
			lines.accept("  " + done.text());
			return done.outcome();
		};
		Knee knee = search(start, trial);
		while (knee.found() && knee.limit() == Knee.Limit.TRIALS) {
			// A closed load with few open calls may be far below what the server can
			// take.
			start = 2 * knee.callsPerSecond();
			knee = search(start, trial);
		}
		if (!knee.found()) {
			// Other work on the machine may have disturbed a few short trials in a row.
			knee = search(start, trial);
		}
		if (!knee.found()) {
			throw new IOException(
					"%s held at no rate from %s to %s calls per second; try again when the machine is free, or do without with --experiment.latency-at="
						.formatted(load.threshold(), Figures.rate(start * LOWEST), Figures.rate(start)));
		}
		return new Found(knee.callsPerSecond(), knee.limit() == Knee.Limit.CLIENT, closed.result().rate().perSecond());
	}

	private static Knee search(double start, RateTrial trial) throws IOException, InterruptedException {
		return new KneeSearch(
				new KneeSearch.Settings(start, start * LOWEST, LIMITS.highest(), LIMITS.precision(), LIMITS.trials()))
			.search(trial);
	}

}
