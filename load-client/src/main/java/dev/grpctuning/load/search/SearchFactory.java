package dev.grpctuning.load.search;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ExperimentFile;
import dev.grpctuning.load.config.LoadModels;
import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.PlanScale;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.threshold.Threshold;

/** Creates the objective and the search of knee and tune from the properties. */
@Component
public record SearchFactory(LoadProperties load, SearchProperties search, ConfigurableEnvironment environment) {

	private static final List<String> UNUSED = List.of("load.target", "load.shard", "load.total-calls", "load.until",
			"load.start-at", "load.histogram", "load.thresholds", "experiment.server.address",
			"experiment.server.actuator");

	private static final double LOWEST_PRECISION = 0.001;

	/** Fewer show next to nothing. */
	private static final int FEWEST_TRIALS = 5;

	private static final int MOST_TRIALS = 1000;

	public SearchPlan plan(CommandName command, Instant startedAt, ExperimentFactory experiments) {
		Objective objective = objective(command);
		return new SearchPlan(experiments.setup(), objective, trials(), limits(), startedAt,
				experiments.directory(startedAt, command.toString()));
	}

	Objective objective(CommandName command) {
		PropertyCheck.refuse(this.environment, UNUSED,
				"%s starts servers of its own and takes the objective from --slo; leave it out, or use run."
					.formatted(command));
		boolean tune = command == CommandName.TUNE;
		ExperimentFile.refuseOutside(this.environment, "experiment.repeat",
				"%s does not repeat an experiment; leave it out, or set %s.".formatted(command,
						tune ? "tune.rounds" : "search.trial to have longer trials"));
		ExperimentFile.refuseOutside(this.environment, PlanScale.PROPERTY,
				"%s has no plan to scale; leave it out, or set %s.".formatted(command,
						tune ? "tune.time" : "search.warmup, search.settle and search.trial"));
		if (this.search.slo().isEmpty()) {
			throw new UsageException(
					"search.slo: is missing; set the objective, as in ./lab %s --slo='p99 < 10ms'.".formatted(command));
		}
		List<Threshold> thresholds = thresholds();
		thresholds.forEach((threshold) -> PropertyCheck.that(!threshold.figure().startsWith("server."), "search.slo",
				threshold, "It must be a figure of the client: trials do not measure those of the server."));
		return new Objective(thresholds);
	}

	private List<Threshold> thresholds() {
		return LoadProperties.checkedThresholds("search.slo", this.search.slo());
	}

	/** The engine that is set, or the raw one where it can make the calls. */
	private EngineChoice engine() {
		return (this.load.server().engine() != null) ? new EngineChoice(this.load.server().engine(), null)
				: EngineChoice.of(this.load.server().stub(), this.environment);
	}

	/** What to print if the raw engine would be used, but cannot make the calls. */
	Optional<String> engineLine() {
		EngineChoice choice = engine();
		return (choice.stubBecause() != null) ? Optional.of(Templates.line("stub-engine", choice)) : Optional.empty();
	}

	TrialPlan trials() {
		LoadPlan plan = new LoadPlans(this.load, engine().engine()).plan();
		LoadProperties.Open open = this.load.plan().open();
		LoadModels.check(open);
		PropertyCheck.atLeastOne("load.closed.outstanding", this.load.plan().closed().outstanding());
		PropertyCheck.positive("search.warmup", this.search.warmup());
		PropertyCheck.notNegative("search.settle", this.search.settle());
		PropertyCheck.positive("search.trial", this.search.trial());
		return new TrialPlan(plan, open.arrivals(), open.seed(), open.maxLag(thresholds(), null), open.maxLagShare(),
				this.load.plan().closed().outstanding(), this.search.warmup(), this.search.settle(),
				this.search.trial());
	}

	private TrialPlan.Limits limits() {
		double highest = this.search.highest();
		PropertyCheck.rate("search.highest", highest);
		Double start = this.search.start();
		if (start != null) {
			PropertyCheck.rate("search.start", start);
			PropertyCheck.that(start <= highest, "search.start", start,
					"It must not be above search.highest, which is %s.".formatted(highest));
		}
		double precision = this.search.precision();
		PropertyCheck.that(precision >= LOWEST_PRECISION && precision <= 1, "search.precision", precision,
				"It must be a share from 0.001 to 1, such as 0.05.");
		PropertyCheck.range("search.trials", this.search.trials(), FEWEST_TRIALS, MOST_TRIALS);
		return new TrialPlan.Limits(start, highest, precision, this.search.trials());
	}

}
