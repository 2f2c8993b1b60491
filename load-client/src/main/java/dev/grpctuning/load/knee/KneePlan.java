package dev.grpctuning.load.knee;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.search.Objective;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;

/** What knees are searched for, variant after variant. */
record KneePlan(List<Variant> variants, ServerSetup setup, Objective objective, TrialPlan trials,
		TrialPlan.Limits limits, Instant startedAt, Path directory, Environment environment) {

	/** Roughly what hello-service takes until it is up. */
	private static final Duration SERVER_START = Duration.ofSeconds(6);

	private static final int DOUBLINGS = 3;

	private static final double TRIALS_EACH = 2.2;

	String title() {
		return Templates.text("knee-title", new Title(this.objective.texts(), this.variants.size(),
				this.variants.size() != 1, Figures.seconds(this.trials.length()), Display.about(length())));
	}

	KneePlan in(Environment other) {
		return new KneePlan(this.variants, this.setup, this.objective, this.trials, this.limits, this.startedAt,
				this.directory, other);
	}

	private Duration length() {
		double halvings = Math.ceil(Math.log(Math.log(2) / Math.log1p(this.limits.precision())) / Math.log(2));
		long tried = Math.round((DOUBLINGS + Math.max(0, halvings)) * TRIALS_EACH);
		Duration each = SERVER_START.plus(this.trials.warmup())
			.plus(this.trials.settle().plus(this.trials.length()).multipliedBy(tried));
		return each.multipliedBy(this.variants.size());
	}

	private record Title(List<String> objective, int variants, boolean several, String trial, String length) {
	}

}
