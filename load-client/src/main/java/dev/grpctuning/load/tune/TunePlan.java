package dev.grpctuning.load.tune;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.SearchPlan;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.TuneClock;

/**
 * The search for better knobs.
 *
 * @param search search in which all servers have the configured settings
 * @param servers servers of candidates. One is changed while it runs, since a warm one
 * shows more than many cold ones
 */
record TunePlan(SearchPlan search, Variant configured, RunServers servers, KnobSpace space, long seed, Duration time,
		int rounds) {

	private static final String PREFIX = "grpc.tuning.";

	/** Approximate number of trials until settings have a score. */
	private static final int SCORING = 6;

	String title() {
		return "tune: the highest rate with %s, starting from variant %s; at most %s".formatted(
				String.join(", ", this.search.objective().texts()), this.configured.name(),
				(this.time.toSecondsPart() == 0) ? Display.about(this.time) : this.time.toSeconds() + " s");
	}

	/** A candidate's knobs on top of the configured settings. */
	Variant variant(Candidate candidate) {
		Map<String, String> properties = new TreeMap<>();
		candidate.knobs().forEach((knob, value) -> properties.put(PREFIX + knob, value));
		return new Variant(candidate.text(), null, this.configured.profile(), List.of(), properties, null, null, null);
	}

	/**
	 * Time of the search from its start.
	 * @param slices slices of a trial, or {@code null} if it is not divided
	 */
	TuneClock clock(TrialPlan.@Nullable Slices slices) {
		return new TuneClock(costs(slices), this.time, Duration.between(this.search.startedAt(), Instant.now()),
				System::nanoTime);
	}

	/** A server that is not kept is warmed up each time. */
	TuneClock.Costs costs(TrialPlan.@Nullable Slices slices) {
		TrialPlan trials = this.search.trials();
		Duration again = trials.warmUpAgain().model().sendingTime();
		boolean kept = this.servers.kept();
		Duration change = this.servers.changeover();
		return new TuneClock.Costs(kept ? change : change.plus(trials.warmup()), kept ? again : Duration.ZERO,
				(slices != null) ? slices.length() : trials.settle(),
				(slices != null) ? slices.together() : trials.length(),
				trials.settle().plus(trials.length()).multipliedBy(SCORING));
	}

	TuneDocument document(Environment environment, Ended ended, @Nullable String reason, Map<String, String> knobs,
			List<TuneScore> scores, List<RoundTrial> roundTrials, @Nullable Recommendation found) {
		ServerSetup setup = this.search.setup();
		return new TuneDocument(ResultFile.SCHEMA, this.search.startedAt(), environment,
				this.search.objective().texts(), TrialPlan.Document.of(this.search.trials()),
				new TuneDocument.Configured(this.configured.name(), this.configured.profile(),
						Secrets.masked(setup.jvmOptions()), Secrets.masked(setup.properties()), new TreeMap<>(knobs)),
				this.space.knobs(), ended, reason, List.copyOf(scores), List.copyOf(roundTrials), found);
	}

}
