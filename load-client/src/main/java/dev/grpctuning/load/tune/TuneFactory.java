package dev.grpctuning.load.tune;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ServiceJar;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.servers.RunServersFactory;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.search.SearchFactory;
import dev.grpctuning.load.search.SearchPlan;
import dev.grpctuning.load.tune.search.Confirmation;
import dev.grpctuning.load.tune.search.KnobSpace;

/** Creates a search for better knobs from its properties. */
@Component
record TuneFactory(SearchFactory searches, ExperimentFactory experiments, RunServersFactory servers,
		TuneProperties properties) {

	/** Time of the calibration and of the start of a server. */
	private static final Duration START = Duration.ofSeconds(14);

	/** Fewer show next to nothing. */
	private static final int FEWEST_ROUNDS = 3;

	TunePlan create(Instant startedAt) {
		PropertyCheck.positive("tune.time", this.properties.time());
		PropertyCheck.positive("tune.trial", this.properties.trial());
		int rounds = (this.properties.rounds() != null) ? this.properties.rounds()
				: Confirmation.rounds(this.properties.time());
		PropertyCheck.range("tune.rounds", rounds, FEWEST_ROUNDS, Confirmation.MOST_ROUNDS);
		SearchPlan given = this.searches.plan(CommandName.TUNE, startedAt, this.experiments);
		Variant configured = this.experiments.baseline(this.experiments.searched(CommandName.TUNE));
		SearchPlan search = given.at(configured, this.properties.trial());
		TunePlan plan = new TunePlan(search, configured, this.servers.changed(search.setup(), search.directory()),
				space(ServiceJar.knobs(search.setup().jar())), this.properties.seed(), this.properties.time(), rounds);
		int fewest = Math.min(rounds, Confirmation.FEWEST_ROUNDS);
		Duration shortest = plan.costs(null).shortest(fewest).plus(START).plus(search.trials().warmup());
		PropertyCheck.that(plan.time().compareTo(shortest) >= 0, "tune.time", plan.time(),
				"It must be %d s or longer, for one candidate and %d rounds that compare it with the configured settings."
					.formatted(shortest.toSeconds(), fewest));
		return plan;
	}

	private KnobSpace space(Set<String> known) {
		Map<String, List<String>> space = this.properties.space();
		space.forEach((knob, values) -> check("tune.space." + knob, knob, values, known));
		if (space.isEmpty()) {
			space = defaults(Runtime.getRuntime().availableProcessors());
			space.keySet().retainAll(known);
		}
		if (this.properties.knobs().isEmpty()) {
			return new KnobSpace(space);
		}
		Map<String, List<String>> chosen = new LinkedHashMap<>();
		for (String knob : this.properties.knobs()) {
			checkKnown("tune.knobs", knob, known);
			List<String> values = space.get(knob);
			if (values == null) {
				throw new InvalidConfigurationPropertyValueException("tune.knobs", knob,
						"There are no values to try for it; list them in tune.space.%s, or use %s.".formatted(knob,
								String.join(", ", space.keySet())));
			}
			chosen.put(knob, values);
		}
		return new KnobSpace(chosen);
	}

	private static Map<String, List<String>> defaults(int processors) {
		Map<String, List<String>> space = new LinkedHashMap<>();
		space.put("executor.type", List.of("fork-join", "fixed", "cached", "virtual", "direct"));
		space.put("executor.threads",
				IntStream.of(2, 8, 32).mapToObj((factor) -> String.valueOf(factor * processors)).toList());
		space.put("transport", List.of("nio", "epoll", "io-uring"));
		space.put("worker-threads", List.of("1", String.valueOf(2 * processors)));
		space.put("flow-control-window", List.of("256KB", "4MB"));
		space.put("max-concurrent-calls-per-connection", List.of("100", "1000", "10000"));
		return space;
	}

	private static void check(String property, String knob, List<String> values, Set<String> known) {
		checkKnown(property, knob, known);
		PropertyCheck.that(!values.isEmpty() && values.stream().noneMatch(String::isBlank), property, values,
				"It must list one value or more.");
		PropertyCheck.eachOnce(property, values);
	}

	private static void checkKnown(String property, String knob, Set<String> known) {
		PropertyCheck.that(known.contains(knob), property, knob,
				"There is no such knob; use one of %s.".formatted(String.join(", ", known)));
	}

}
