package dev.grpctuning.load.knee;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.search.SearchFactory;
import dev.grpctuning.load.search.SearchPlan;
import dev.grpctuning.load.search.SearchRunner;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;

/** Searches for the highest rate at which an objective holds, at each variant. */
@Component("knee")
record KneeCommand(SearchFactory searches, ExperimentFactory experiments, SearchRunner runner,
		Live live) implements Command {

	/** Approximate time until hello-service has started. */
	private static final Duration SERVER_START = Duration.ofSeconds(6);

	/** Trials that it takes with the default precision, roughly. */
	private static final int TRIALS = 25;

	@Override
	public int execute(List<String> files) throws Exception {
		SearchPlan plan = this.searches.plan(CommandName.KNEE, Instant.now(), this.experiments);
		List<Variant> variants = this.experiments.withNoise(this.experiments.searched(CommandName.KNEE));
		return this.runner.<KneeDocument>run(CommandName.KNEE, plan, variants, title(plan, variants),
				length(plan, variants), (run, results) -> new KneeRun(plan, variants, run, this.live, results).run());
	}

	static String title(SearchPlan plan, List<Variant> variants) {
		long compared = variants.stream().filter((variant) -> !variant.isControl()).count();
		return Templates.text("knee-title",
				Map.of("objective", plan.objective().texts(), "variants", compared, "several", compared > 1, "control",
						compared < variants.size(), "trial", Figures.seconds(plan.trials().length()), "length",
						Display.about(length(plan, variants))));
	}

	private static Duration length(SearchPlan plan, List<Variant> variants) {
		int tried = Math.min(TRIALS, plan.limits().trials());
		return SERVER_START.plus(plan.trials().warmup())
			.plus(plan.trials().settle().plus(plan.trials().length()).multipliedBy(tried))
			.multipliedBy(variants.size());
	}

}
