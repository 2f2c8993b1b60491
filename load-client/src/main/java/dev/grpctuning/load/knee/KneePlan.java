package dev.grpctuning.load.knee;

import java.time.Duration;
import java.util.List;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.search.SearchPlan;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;

/** Plan of a search for knees, in which variants take turns. */
record KneePlan(SearchPlan search, List<Variant> variants) {

	/** Approximate time until hello-service has started. */
	private static final Duration SERVER_START = Duration.ofSeconds(6);

	/** Trials that it takes with the default precision, roughly. */
	private static final int TRIALS = 25;

	String title() {
		int compared = (int) this.variants.stream()
			.filter((variant) -> !Variant.CONTROL.equals(variant.changes()))
			.count();
		return Templates.text("knee-title",
				new Title(this.search.objective().texts(), compared, compared > 1, compared < this.variants.size(),
						Figures.seconds(this.search.trials().length()), Display.about(length())));
	}

	boolean several() {
		return this.variants.size() > 1;
	}

	Duration length() {
		int tried = Math.min(TRIALS, this.search.limits().trials());
		Duration each = SERVER_START.plus(this.search.trials().warmup())
			.plus(this.search.trials().settle().plus(this.search.trials().length()).multipliedBy(tried));
		return each.multipliedBy(this.variants.size());
	}

	private record Title(List<String> objective, int variants, boolean several, boolean control, String trial,
			String length) {
	}

}
