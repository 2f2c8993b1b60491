package dev.grpctuning.load.knee;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.search.SearchLimits;
import dev.grpctuning.load.search.TrialPlan;

/**
 * The knees of variants.
 *
 * @param variants the variants in the order in which they are searched, at least one
 * @param limits between which rates
 */
public record KneePlan(List<Variant> variants, ServerSetup setup, TrialPlan trials, SearchLimits limits,
		Path directory) {

	/**
	 * Roughly what hello-service takes until it is up.
	 */
	private static final Duration SERVER_START = Duration.ofSeconds(6);

	private static final int DOUBLINGS = 3;

	private static final double TRIALS_EACH = 2.2;

	public KneePlan {
		variants = List.copyOf(variants);
	}

	/**
	 * How long the search takes.
	 */
	public Duration length() {
		double halvings = Math.ceil(Math.log(Math.log(2) / Math.log1p(this.limits.precision())) / Math.log(2));
		long tried = Math.round((DOUBLINGS + Math.max(0, halvings)) * TRIALS_EACH);
		Duration each = SERVER_START.plus(this.trials.warmup())
			.plus(this.trials.settle().plus(this.trials.length()).multipliedBy(tried));
		return each.multipliedBy(this.variants.size());
	}

}
