package dev.grpctuning.load.tune.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultKind;
import dev.grpctuning.load.search.TrialPlanDocument;

/**
 * A search for better knobs as a result file has it.
 *
 * @param recommendation what is recommended, or {@code null} if it did not get that far
 * @param candidates how many the time allowed, or {@code null} if it did not get that far
 */
@ResultKind("tune")
public record TuneDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlanDocument trials, Configured configured, Map<String, List<String>> space, Ended ended,
		@Nullable String reason, List<TuneScore> scores, List<RoundTrial> rounds,
		@Nullable RecommendationDocument recommendation, @Nullable Integer candidates) {

	public boolean anyHeld() {
		return this.scores.stream().anyMatch((score) -> score.callsPerSecond() > 0);
	}

	/** What is configured. */
	public record Configured(String name, @Nullable String profile, List<String> jvmOptions,
			Map<String, String> properties, Map<String, String> knobs) {
	}

}
