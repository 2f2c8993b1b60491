package dev.grpctuning.load.tune;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

/** A search for better knobs as a result file has it, also if it was ended early. */
@ResultFile.Kind("tune")
public record TuneDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlan.Document trials, Configured configured, Map<String, List<String>> space, Ended ended,
		@Nullable String reason, List<TuneScore> scores, List<RoundTrial> rounds,
		@Nullable Recommended recommendation) {

	public boolean anyHeld() {
		return this.scores.stream().anyMatch(TuneScore::found);
	}

	/** The configured settings. */
	public record Configured(String name, @Nullable String profile, List<String> jvmOptions,
			Map<String, String> properties, Map<String, String> knobs) {
	}

	/**
	 * The recommendation in a result file; 0 if candidates were not compared.
	 */
	record Recommended(Conclusion conclusion, double configuredPerSecond, Map<String, String> best,
			double bestPerSecond, String comparedBy, double comparedAtPerSecond, int rounds, int heldRounds,
			int configuredHeldRounds, @Nullable Comparison whole, List<Line> lines, List<Line> dropped,
			@Nullable String fragment) {

		static Recommended of(Recommendation found, String comparedBy, Map<String, String> configured) {
			return new Recommended(found.conclusion(), found.configuredRate(),
					(found.best() != null) ? found.best().knobs() : Map.of(), found.bestRate(), comparedBy,
					found.confirmedAt(), found.rounds(), found.held(), found.heldConfigured(), found.whole(),
					found.lines(), found.dropped(), found.lines().isEmpty() ? null
							: TuningFragment.of(found.lines(), comparedBy, found.confirmedAt(), configured));
		}

	}

}
