package dev.grpctuning.load.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.experiment.Ended;
import dev.grpctuning.load.report.KneeDocument.KneeFigures;
import dev.grpctuning.load.report.TuneDocument.Score;
import dev.grpctuning.load.search.Candidate;
import dev.grpctuning.load.search.Knee;

/**
 * A search for better knobs, in words.
 *
 * @param outcome what is recommended, or why nothing is
 * @param dropped what was left out of it, or {@code null}
 * @param fragment what is recommended as a part of application.yml, or {@code null}
 * @param lines a line for each candidate, those that got furthest first, of these the
 * best
 * @param explanation what the figures mean
 */
public record TuneText(String outcome, @Nullable String dropped, @Nullable String fragment, List<Line> lines,
		String explanation) {

	/**
	 * What the columns of the lines are called, from the knobs to the number of trials.
	 */
	public static final List<String> COLUMNS = List.of("knobs", "best rate", "in rung", "trials");

	/**
	 * Puts a search into words.
	 * @param search the search
	 * @return the words
	 */
	public static TuneText of(TuneDocument search) {
		RecommendationDocument found = search.recommendation();
		return new TuneText((found != null) ? outcome(found) : notEnded(search),
				(found != null) ? dropped(found) : null, (found != null) ? found.fragment() : null,
				last(search).stream().map(Line::of).toList(), explanation(search));
	}

	private static String explanation(TuneDocument search) {
		String rate = "Best rate: the highest, in calls per second, with " + String.join(", ", search.objective());
		DoubleSummaryStatistics configured = search.scores()
			.stream()
			.filter((score) -> score.knobs().isEmpty() && score.knee() != null)
			.mapToDouble(Score::callsPerSecond)
			.summaryStatistics();
		if (search.scores().size() > last(search).size()) {
			rate += "; of a candidate that was scored several times it is the last score";
		}
		if (configured.getCount() < 2) {
			return rate + ".";
		}
		return rate + ". What is configured was scored %d times, from %s to %s/s: so noisy are scores."
			.formatted(configured.getCount(), Figures.rate(configured.getMin()), Figures.rate(configured.getMax()));
	}

	/**
	 * The last score of each candidate, in the order of the lines.
	 * @param search the search
	 * @return the scores
	 */
	public static List<Score> last(TuneDocument search) {
		Map<Map<String, String>, Score> last = new LinkedHashMap<>();
		search.scores().forEach((score) -> {
			if (!givenUp(search, score) || !last.containsKey(score.knobs())) {
				last.put(score.knobs(), score);
			}
		});
		List<Score> sorted = new ArrayList<>(last.values());
		sorted.sort(Comparator.comparingInt(Score::rung).thenComparingDouble(Score::callsPerSecond).reversed());
		return sorted;
	}

	/**
	 * Whether the candidate was being scored when somebody interrupted the search.
	 */
	private static boolean givenUp(TuneDocument search, Score score) {
		return search.ended() == Ended.INTERRUPTED && score == search.scores().getLast() && score.knee() == null;
	}

	private static String notEnded(TuneDocument search) {
		if (search.ended() == Ended.COMPLETED) {
			return "Nothing is recommended: " + search.reason() + ".";
		}
		return "Nothing is recommended: the search has not ended (" + ResultFile.kebab(search.ended())
				+ ((search.reason() != null) ? ": " + search.reason() : "") + ")"
				+ ((search.ended() == Ended.INTERRUPTED) ? " " + progress(search) : "") + ".";
	}

	/**
	 * How far a search got that somebody interrupted.
	 */
	private static String progress(TuneDocument search) {
		List<Score> scores = search.scores().stream().filter((score) -> !givenUp(search, score)).toList();
		if (scores.isEmpty()) {
			return "before the first score";
		}
		long candidates = scores.stream().map(Score::knobs).filter((knobs) -> !knobs.isEmpty()).distinct().count();
		long runs = search.turns().stream().filter((turn) -> turn.round() > 0).count();
		return "after %s, of what is configured".formatted(counted(scores.size(), "score"))
				+ ((candidates != 0) ? " and " + counted(candidates, search.candidates()) : "")
				+ ((runs != 0) ? ", and " + counted(runs, "run") + " of the rounds" : "");
	}

	/**
	 * Such as {@code 4 of 12 candidates}. The rounds may drop knobs of the best one,
	 * which makes more of them than were planned.
	 */
	private static String counted(long candidates, @Nullable Integer planned) {
		return (planned != null && candidates <= planned)
				? Figures.count(candidates) + " of " + counted(planned, "candidate") : counted(candidates, "candidate");
	}

	private static String counted(long number, String what) {
		return Figures.count(number) + " " + what + ((number != 1) ? "s" : "");
	}

	private static String outcome(RecommendationDocument found) {
		return switch (found.conclusion()) {
			case RECOMMENDED ->
				"%s is recommended: at %s/s the objective held in %d of %d rounds, with what is configured in %d; %s %s."
					.formatted(Candidate.of(found.best()).text(), Figures.rate(found.comparedAtPerSecond()),
							found.heldRounds(), found.rounds(), found.configuredHeldRounds(), found.comparedBy(),
							change(found));
			case NONE_FASTER ->
				"Nothing is recommended: nothing held the objective at a higher rate than what is configured, which held %s/s."
					.formatted(Figures.rate(found.configuredPerSecond()));
			case NOT_SHOWN ->
				"Nothing is recommended: %s seemed to hold %s/s, and what is configured %s/s, but %d rounds at %s/s did not show it%s."
					.formatted(Candidate.of(found.best()).text(), Figures.rate(found.bestPerSecond()),
							Figures.rate(found.configuredPerSecond()), found.rounds(),
							Figures.rate(found.comparedAtPerSecond()), whole(found));
		};
	}

	private static String whole(RecommendationDocument found) {
		return (found.whole() != null) ? " (%s %s; the objective held in %d of %d rounds)".formatted(found.comparedBy(),
				ComparisonWords.change(found.whole()), found.heldRounds(), found.rounds()) : "";
	}

	private static String change(RecommendationDocument found) {
		String change = (found.whole() != null) ? ComparisonWords.change(found.whole()) : "-";
		return (found.lines().size() != 1) ? change + " for all lines together" : change;
	}

	private static @Nullable String dropped(RecommendationDocument found) {
		return found.dropped().isEmpty() ? null
				: "Left out, because it did not show to matter: " + found.dropped()
					.stream()
					.map((line) -> "%s=%s (%s %s)".formatted(line.knob(), line.value(), found.comparedBy(),
							ComparisonWords.change(line.comparison())))
					.collect(Collectors.joining(", "));
	}

	/**
	 * One candidate.
	 *
	 * @param knobs its knobs
	 * @param rate highest rate at which the objective held
	 * @param rung rung in which that was
	 * @param trials trials in that rung
	 * @param limit why no higher rate was found
	 */
	public record Line(String knobs, String rate, String rung, String trials, String limit) {

		private static Line of(Score score) {
			return new Line(score.text(), (score.knee() != null) ? rate(score.knee()) : "-",
					String.valueOf(score.rung()), String.valueOf(score.trials().size()), limit(score));
		}

		private static String rate(KneeFigures knee) {
			return knee.found() ? Figures.rate(knee.callsPerSecond()) : "none";
		}

		private static String limit(Score score) {
			KneeFigures knee = score.knee();
			if (knee == null) {
				return String.valueOf(score.reason());
			}
			if (knee.limit() == Knee.Limit.CLIENT) {
				return "the client, not the server, is the limit";
			}
			return (knee.limit() == Knee.Limit.HIGHEST) ? "search.highest" : "the objective";
		}

	}

}
