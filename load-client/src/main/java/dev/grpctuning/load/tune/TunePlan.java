package dev.grpctuning.load.tune;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.search.Objective;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.TuneBudget;

/** The search for better knobs. */
record TunePlan(Variant configured, ServerSetup setup, ServerCredentials credentials, Objective objective,
		TrialPlan trials, TrialPlan.Limits limits, KnobSpace space, long seed, Duration time, int rounds,
		Instant startedAt, Path directory, Environment environment) {

	String title() {
		return "tune: the highest rate with %s, starting from variant %s; at most %s".formatted(
				String.join(", ", this.objective.texts()), this.configured.name(),
				(this.time.toSecondsPart() == 0) ? Display.about(this.time) : this.time.toSeconds() + " s");
	}

	TunePlan in(Environment other) {
		return new TunePlan(this.configured, this.setup, this.credentials, this.objective, this.trials, this.limits,
				this.space, this.seed, this.time, this.rounds, this.startedAt, this.directory, other);
	}

	TuneBudget budget(Duration change, Duration warmUp) {
		return new TuneBudget(this.time, change, warmUp, this.trials.settle(), this.trials.length(), this.rounds);
	}

	TuneDocument document(Ended ended, @Nullable String reason, Map<String, String> knobs, List<TuneScore> scores,
			List<RoundTrial> roundTrials, @Nullable Recommendation found) {
		Map<String, String> properties = new TreeMap<>(this.setup.properties());
		properties.putAll(this.configured.properties());
		return new TuneDocument(RunDocument.SCHEMA, this.startedAt, this.environment, this.objective.texts(),
				TrialPlan.Document.of(this.trials),
				new TuneDocument.Configured(this.configured.name(), this.configured.profile(),
						Secrets.masked(Stream.of(this.setup.jvmOptions(), this.configured.jvmOptions())
							.flatMap(List::stream)
							.toList()),
						Secrets.masked(properties), new TreeMap<>(knobs)),
				this.space.knobs(), ended, reason, List.copyOf(scores), List.copyOf(roundTrials),
				(found != null) ? TuneDocument.Recommended.of(found, this.objective.latency().title(), knobs) : null);
	}

}
