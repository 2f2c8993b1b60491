package dev.grpctuning.load.tune.result;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultKind;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.search.result.KneeFigures;
import dev.grpctuning.load.search.result.TrialDocument;
import dev.grpctuning.load.search.result.TrialPlanDocument;
import dev.grpctuning.load.tune.RoundTrial;
import dev.grpctuning.load.tune.TunePlan;
import dev.grpctuning.load.tune.TuneResult;
import dev.grpctuning.load.tune.TuneScore;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * A search for better knobs as it is written to its result file.
 *
 * @param reason why, if it did not complete
 * @param scores how far each candidate got, in order
 * @param rounds trials of the rounds, in order
 * @param recommendation what is recommended, or {@code null} if it did not get that far
 * @param candidates how many candidates the time allowed, or {@code null} if it did not
 * get that far
 */
@ResultKind("tune")
public record TuneDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlanDocument trials, Configured configured, Map<String, List<String>> space, Ended ended,
		@Nullable String reason, List<Score> scores, List<Round> rounds,
		@Nullable RecommendationDocument recommendation, @Nullable Integer candidates) {

	/**
	 * The document of a search.
	 */
	public static TuneDocument of(TunePlan plan, List<String> objective, Instant startedAt, TuneResult result) {
		Configured configured = Configured.of(plan, result.configured());
		return new TuneDocument(RunDocument.SCHEMA, startedAt, Environment.current(), objective,
				TrialPlanDocument.of(plan.trials()), configured, plan.space().knobs(), result.ended(), result.reason(),
				result.scores().stream().map(Score::of).toList(), result.rounds().stream().map(Round::of).toList(),
				(result.recommendation() != null) ? RecommendationDocument.of(result.recommendation(), plan.figure(),
						plan.rounds(), configured.knobs()) : null,
				result.candidates());
	}

	/**
	 * Whether the objective held at any rate with anything.
	 */
	public boolean anyHeld() {
		return this.scores.stream().anyMatch((score) -> score.callsPerSecond() > 0);
	}

	/**
	 * What is configured.
	 */
	public record Configured(String name, @Nullable String profile, List<String> jvmOptions,
			Map<String, String> properties, Map<String, String> knobs) {

		private static Configured of(TunePlan plan, Map<String, String> knobs) {
			List<String> options = new ArrayList<>(plan.setup().jvmOptions());
			options.addAll(plan.configured().jvmOptions());
			Map<String, String> properties = new TreeMap<>(plan.setup().properties());
			properties.putAll(plan.configured().properties());
			return new Configured(plan.configured().name(), plan.configured().profile(), options, properties,
					new TreeMap<>(knobs));
		}

	}

	/**
	 * How far a candidate got.
	 *
	 * @param rung number of the rung, from 1
	 * @param callsPerSecond highest rate at which the objective held, 0 if there is none
	 * @param knee the same with what limits it, or {@code null} if it was not found
	 * @param trials the trials, in order
	 */
	public record Score(Map<String, String> knobs, int rung, double callsPerSecond, @Nullable KneeFigures knee,
			@Nullable String reason, List<TrialDocument> trials) {

		private static Score of(TuneScore score) {
			return new Score(score.candidate().knobs(), score.rung() + 1, score.rate(),
					(score.knee() != null) ? KneeFigures.of(score.knee()) : null, score.reason(),
					TrialDocument.of(score.trials()));
		}

		/**
		 * What is said of the candidate.
		 * @return such as {@code executor.type=virtual, worker-threads=1}
		 */
		public String text() {
			return Candidate.of(this.knobs).text();
		}

	}

	/**
	 * A trial of a round.
	 *
	 * @param stage number of the stage, from 1
	 * @param round number of the round, from 1; 0 if it was to show, before the rounds,
	 * whether the candidate holds their rate
	 * @param trial what came of it, or {@code null} if the server did not start
	 */
	public record Round(Map<String, String> knobs, int stage, int round, @Nullable TrialDocument trial,
			@Nullable String reason) {

		private static Round of(RoundTrial run) {
			return new Round(run.candidate().knobs(), run.stage(), run.round(),
					(run.trial() != null) ? TrialDocument.of(run.trial()) : null, run.reason());
		}

		/**
		 * What is said of the candidate.
		 * @return such as {@code executor.type=virtual, worker-threads=1}
		 */
		public String text() {
			return Candidate.of(this.knobs).text();
		}

	}

}
