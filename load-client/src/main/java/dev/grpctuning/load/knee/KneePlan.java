package dev.grpctuning.load.knee;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.search.Objective;
import dev.grpctuning.load.search.SearchLimits;
import dev.grpctuning.load.search.TrialPlan;

/**
 * What knees are searched for, variant after variant.
 */
record KneePlan(List<Variant> variants, ServerSetup setup, Objective objective, TrialPlan trials, SearchLimits limits,
		Instant startedAt, Path directory) {

	/** Roughly what hello-service takes until it is up. */
	private static final Duration SERVER_START = Duration.ofSeconds(6);

	private static final int DOUBLINGS = 3;

	private static final double TRIALS_EACH = 2.2;

	Duration length() {
		double halvings = Math.ceil(Math.log(Math.log(2) / Math.log1p(this.limits.precision())) / Math.log(2));
		long tried = Math.round((DOUBLINGS + Math.max(0, halvings)) * TRIALS_EACH);
		Duration each = SERVER_START.plus(this.trials.warmup())
			.plus(this.trials.settle().plus(this.trials.length()).multipliedBy(tried));
		return each.multipliedBy(this.variants.size());
	}

}
