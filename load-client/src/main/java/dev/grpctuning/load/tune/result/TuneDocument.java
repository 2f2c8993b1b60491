package dev.grpctuning.load.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.experiment.Ended;
import dev.grpctuning.load.experiment.TunePlan;
import dev.grpctuning.load.experiment.TuneResult;
import dev.grpctuning.load.experiment.TuneScore;
import dev.grpctuning.load.experiment.TuneTurn;
import dev.grpctuning.load.report.KneeDocument.KneeFigures;
import dev.grpctuning.load.search.Candidate;

/**
 * A search for better knobs as it is written to its result file.
 *
 * @param schema number of this form
 * @param startedAt when the search began
 * @param environment what it ran on
 * @param objective the conditions that had to hold
 * @param trials how rates were tried
 * @param configured what is configured
 * @param space what could be tried
 * @param ended how it ended
 * @param reason why, if it did not complete
 * @param scores how far each candidate got, in order
 * @param turns runs of the rounds, in order
 * @param recommendation what is recommended, or {@code null} if it did not get that far
 * @param candidates how many candidates the time allowed, or {@code null} if it did not
 * get that far, and in results of earlier versions
 */
public record TuneDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlanDocument trials, Configured configured, Map<String, List<String>> space, Ended ended,
		@Nullable String reason, List<Score> scores, List<Turn> turns, @Nullable RecommendationDocument recommendation,
		@Nullable Integer candidates) {

	/**
	 * The document of a search.
	 * @param plan what was searched for
	 * @param objective the conditions that had to hold
	 * @param startedAt when it began
	 * @param result what came of it
	 * @return the document
	 */
	public static TuneDocument of(TunePlan plan, List<String> objective, Instant startedAt, TuneResult result) {
		Configured configured = Configured.of(plan, result.configured());
		return new TuneDocument(RunDocument.SCHEMA, startedAt, Environment.current(), objective,
				TrialPlanDocument.of(plan.trials()), configured, plan.space().knobs(), result.ended(), result.reason(),
				result.scores().stream().map(Score::of).toList(), result.turns().stream().map(Turn::of).toList(),
				(result.recommendation() != null) ? RecommendationDocument.of(result.recommendation(), plan.figure(),
						plan.rounds(), configured.knobs()) : null,
				result.candidates());
	}

	/**
	 * Whether the objective held at any rate with anything.
	 * @return whether the search was of any use
	 */
	public boolean anyHeld() {
		return this.scores.stream().anyMatch((score) -> score.callsPerSecond() > 0);
	}

	/**
	 * What is printed of it.
	 * @param format for whom: table, JSON or CSV
	 * @return lines of text without a line end at the end
	 */
	public String text(RunFormat format) {
		return switch (format) {
			case TABLE, QPS, GRID -> TuneTable.of(this);
			case JSON -> ResultFile.text(this);
			case CSV -> TuneTable.csv(this);
		};
	}

	/**
	 * What is configured.
	 *
	 * @param name name of the variant
	 * @param profile its Spring profile
	 * @param jvmOptions JVM options of the server
	 * @param properties properties of the server
	 * @param knobs what its knobs are set to, as far as it says
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
	 * @param knobs its knobs, none for what is configured
	 * @param rung number of the rung, from 1
	 * @param callsPerSecond highest rate at which the objective held, 0 if there is none
	 * @param knee the same with what limits it, or {@code null} if it was not found
	 * @param reason why it was not
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
	 * A run of a round.
	 *
	 * @param knobs the candidate's knobs, none for what is configured
	 * @param stage number of the stage, from 1
	 * @param round number of the round, from 1; 0 if it was to show, before the rounds,
	 * whether the candidate holds their rate
	 * @param trial what came of it, or {@code null} if the server did not start
	 * @param reason why it did not
	 */
	public record Turn(Map<String, String> knobs, int stage, int round, @Nullable TrialDocument trial,
			@Nullable String reason) {

		private static Turn of(TuneTurn turn) {
			return new Turn(turn.candidate().knobs(), turn.stage(), turn.round(),
					(turn.trial() != null) ? TrialDocument.of(turn.trial()) : null, turn.reason());
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
