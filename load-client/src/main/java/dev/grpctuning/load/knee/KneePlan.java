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

/** Plan of a search for knees, in which variants take turns. */
record KneePlan(List<Variant> variants, ServerSetup setup, Objective objective, TrialPlan trials,
		TrialPlan.Limits limits, Instant startedAt, Path directory, Environment environment) {

	/** Approximate time until hello-service has started. */
	private static final Duration SERVER_START = Duration.ofSeconds(6);

	/** Trials that it takes with the default precision, roughly. */
	private static final int TRIALS = 25;

	String title() {
		int compared = (int) this.variants.stream()
			.filter((variant) -> !Variant.CONTROL.equals(variant.changes()))
			.count();
		return Templates.text("knee-title", new Title(this.objective.texts(), compared, compared > 1,
				compared < this.variants.size(), Figures.seconds(this.trials.length()), Display.about(length())));
	}

	boolean several() {
		return this.variants.size() > 1;
	}

	KneePlan in(Environment other) {
		return new KneePlan(this.variants, this.setup, this.objective, this.trials, this.limits, this.startedAt,
				this.directory, other);
	}

	Duration length() {
		int tried = Math.min(TRIALS, this.limits.trials());
		Duration each = SERVER_START.plus(this.trials.warmup())
			.plus(this.trials.settle().plus(this.trials.length()).multipliedBy(tried));
		return each.multipliedBy(this.variants.size());
	}

	private record Title(List<String> objective, int variants, boolean several, boolean control, String trial,
			String length) {
	}

}
