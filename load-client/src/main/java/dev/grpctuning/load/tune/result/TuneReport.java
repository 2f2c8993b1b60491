package dev.grpctuning.load.tune.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.gson.Gson;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.compare.report.ReportView;
import dev.grpctuning.load.compare.report.ComparisonWords;
import dev.grpctuning.load.latency.LatencyFigure;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.result.KneeFigures;
import dev.grpctuning.load.search.result.TrialDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.text.Templates;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;

/**
 * A search for better knobs as it is printed, and as a page that needs nothing but
 * itself.
 */
public final class TuneReport {

	private static final Table<TuneDocument.Score> TABLE = new Table<TuneDocument.Score>()
		.text("knobs", TuneDocument.Score::text)
		.number("best rate", TuneReport::rate)
		.number("in rung", TuneDocument.Score::rung)
		.number("trials", (score) -> score.trials().size())
		.text("limit", TuneReport::limit);

	private static final Table<TuneDocument.Score> CSV = new Table<TuneDocument.Score>()
		.text("knobs", TuneDocument.Score::text)
		.number("rung", TuneDocument.Score::rung)
		.number("callsPerSecond", TuneDocument.Score::callsPerSecond)
		.text("limit", (score) -> (score.knee() != null) ? ResultFile.kebab(score.knee().limit()) : null)
		.number("trials", (score) -> score.trials().size())
		.text("reason", TuneDocument.Score::reason);

	private TuneReport() {
	}

	/**
	 * Prints the search on a terminal, best candidate first, or for a program.
	 */
	public static String text(TuneDocument search, RunFormat format) {
		return switch (format) {
			case TABLE, QPS, GRID ->
				TABLE.terminal(last(search)) + "\n" + Templates.text("tune-notes", Notes.of(search)) + "\n\n"
						+ Stream.of(outcome(search), dropped(search))
							.filter(Objects::nonNull)
							.collect(Collectors.joining("\n"))
						+ ((fragment(search) != null) ? "\n\n" + fragment(search) : "");
			case JSON -> ResultFile.text(search);
			case CSV -> CSV.csv(search.scores());
		};
	}

	/**
	 * Draws the page.
	 */
	public static String html(TuneDocument search) {
		return Templates.page("tune", View.of(search, TABLE.html(last(search))), new Gson().toJson(Data.of(search)));
	}

	/**
	 * Writes it for a pull request.
	 */
	public static String markdown(TuneDocument search) {
		return Templates.markdown("tune", View.of(search, TABLE.markdown(last(search))));
	}

	/**
	 * The last score of each candidate, in the order of the lines.
	 */
	private static List<TuneDocument.Score> last(TuneDocument search) {
		Map<Map<String, String>, TuneDocument.Score> last = new LinkedHashMap<>();
		search.scores().forEach((score) -> {
			if (!givenUp(search, score) || !last.containsKey(score.knobs())) {
				last.put(score.knobs(), score);
			}
		});
		List<TuneDocument.Score> sorted = new ArrayList<>(last.values());
		sorted.sort(Comparator.comparingInt(TuneDocument.Score::rung)
			.thenComparingDouble(TuneDocument.Score::callsPerSecond)
			.reversed());
		return sorted;
	}

	/**
	 * Whether the candidate was being scored when somebody interrupted the search.
	 */
	private static boolean givenUp(TuneDocument search, TuneDocument.Score score) {
		return search.ended() == Ended.INTERRUPTED && score == search.scores().getLast() && score.knee() == null;
	}

	private static @Nullable String rate(TuneDocument.Score score) {
		KneeFigures knee = score.knee();
		if (knee == null) {
			return null;
		}
		return knee.found() ? Figures.rate(knee.callsPerSecond()) : "none";
	}

	private static @Nullable String limit(TuneDocument.Score score) {
		return (score.knee() != null) ? score.knee().limit().text() : score.reason();
	}

	private static String outcome(TuneDocument search) {
		RecommendationDocument found = search.recommendation();
		return (found != null) ? Templates.text("tune-outcome", Found.of(found))
				: Templates.text("tune-stopped", Stopped.of(search));
	}

	private static @Nullable String dropped(TuneDocument search) {
		RecommendationDocument found = search.recommendation();
		return (found == null || found.dropped().isEmpty()) ? null : Templates.text("tune-dropped",
				new LeftOut(found.comparedBy(), found.dropped().stream().map(Dropped::of).toList()));
	}

	private static @Nullable String fragment(TuneDocument search) {
		return (search.recommendation() != null) ? search.recommendation().fragment() : null;
	}

	/**
	 * What the templates of page and Markdown are filled with.
	 *
	 * @param dropped what was left out of it, or {@code null}
	 * @param fragment what is recommended as a part of application.yml, or {@code null}
	 */
	private record View(String title, String outcome, @Nullable String dropped, @Nullable String fragment, String table,
			String explanation, String machine, String startedAt) {

		private static View of(TuneDocument search, String table) {
			return new View("Tuning by search", TuneReport.outcome(search), TuneReport.dropped(search),
					TuneReport.fragment(search), table, Templates.text("tune-notes", Notes.of(search)),
					ReportView.machine(search.environment()), ReportView.TIME.format(search.startedAt()));
		}

	}

	/**
	 * What the template of a recommendation is filled with.
	 *
	 * @param change change of the latency, or {@code null} if nothing was compared
	 */
	private record Found(boolean recommended, boolean noneFaster, boolean notShown, String best, String bestRate,
			String configured, String comparedAt, String comparedBy, int rounds, int held, int configuredHeld,
			@Nullable String change, boolean several) {

		private static Found of(RecommendationDocument found) {
			return new Found(found.conclusion() == Conclusion.RECOMMENDED, found.conclusion() == Conclusion.NONE_FASTER,
					found.conclusion() == Conclusion.NOT_SHOWN, Candidate.of(found.best()).text(),
					Figures.rate(found.bestPerSecond()), Figures.rate(found.configuredPerSecond()),
					Figures.rate(found.comparedAtPerSecond()), found.comparedBy(), found.rounds(), found.heldRounds(),
					found.configuredHeldRounds(),
					(found.whole() != null) ? ComparisonWords.change(found.whole()) : null, found.lines().size() != 1);
		}

	}

	/**
	 * What the template of a search without a recommendation is filled with.
	 *
	 * @param scores how many scores there were, or {@code null} for none
	 */
	private record Stopped(boolean completed, boolean interrupted, String ended, @Nullable String reason,
			@Nullable String scores, @Nullable String candidates, @Nullable String runs) {

		private static Stopped of(TuneDocument search) {
			List<TuneDocument.Score> scores = search.scores()
				.stream()
				.filter((score) -> !givenUp(search, score))
				.toList();
			long candidates = scores.stream()
				.map(TuneDocument.Score::knobs)
				.filter((knobs) -> !knobs.isEmpty())
				.distinct()
				.count();
			long runs = search.rounds().stream().filter((run) -> run.round() > 0).count();
			return new Stopped(search.ended() == Ended.COMPLETED, search.ended() == Ended.INTERRUPTED,
					ResultFile.kebab(search.ended()), search.reason(), counted(scores.size(), "score"),
					counted(candidates, search.candidates()), counted(runs, "run"));
		}

		/**
		 * Such as {@code 4 of 12 candidates}. The rounds may drop knobs of the best one,
		 * which makes more of them than were planned.
		 */
		private static @Nullable String counted(long candidates, @Nullable Integer planned) {
			return (candidates != 0 && planned != null && candidates <= planned)
					? Figures.count(candidates) + " of " + counted(planned, "candidate")
					: counted(candidates, "candidate");
		}

		private static @Nullable String counted(long number, String what) {
			return (number != 0) ? Figures.count(number) + " " + what + ((number != 1) ? "s" : "") : null;
		}

	}

	private record LeftOut(String comparedBy, List<Dropped> dropped) {
	}

	private record Dropped(String knob, String value, String change) {

		private static Dropped of(Recommendation.Line line) {
			return new Dropped(line.knob(), line.value(), ComparisonWords.change(line.comparison()));
		}

	}

	/**
	 * What the template below the table is filled with.
	 *
	 * @param configured the scores of what is configured, or {@code null} if it was
	 * scored once
	 */
	private record Notes(String objective, boolean scoredAgain, @Nullable Repeated configured) {

		private static Notes of(TuneDocument search) {
			DoubleSummaryStatistics configured = search.scores()
				.stream()
				.filter((score) -> score.knobs().isEmpty() && score.knee() != null)
				.mapToDouble(TuneDocument.Score::callsPerSecond)
				.summaryStatistics();
			return new Notes(String.join(", ", search.objective()), search.scores().size() > last(search).size(),
					(configured.getCount() < 2) ? null : new Repeated(configured.getCount(),
							Figures.rate(configured.getMin()), Figures.rate(configured.getMax())));
		}

	}

	private record Repeated(long count, String lowest, String highest) {
	}

	/**
	 * What the charts show. Gson writes what would be markup in names as escapes.
	 *
	 * @param rounds the runs of the last rounds by candidate, none if it did not get
	 * there
	 * @param roundsRate calls per second in these
	 */
	private record Data(List<Score> scores, List<Candidates> rounds, double roundsRate, String figure) {

		private static Data of(TuneDocument search) {
			LatencyFigure figure = Optional.ofNullable(search.recommendation())
				.flatMap((found) -> LatencyFigure.named(found.comparedBy()))
				.orElse(LatencyFigure.P99);
			List<TuneDocument.Round> inRounds = search.rounds().stream().filter((trial) -> trial.round() > 0).toList();
			int stage = inRounds.stream().mapToInt(TuneDocument.Round::stage).max().orElse(0);
			List<TuneDocument.Round> last = inRounds.stream().filter((trial) -> trial.stage() == stage).toList();
			Map<String, List<Round>> rounds = new LinkedHashMap<>();
			last.forEach((run) -> {
				List<Round> runs = rounds.computeIfAbsent(run.text(), (text) -> new ArrayList<>());
				TrialDocument trial = run.trial();
				if (trial != null) {
					runs.add(new Round(run.round(), figure.of(trial.responseOfAllMicros()) / 1e3, trial.held()));
				}
			});
			return new Data(last(search).stream().map(Score::of).toList(),
					rounds.entrySet()
						.stream()
						.map((entry) -> new Candidates(entry.getKey(), entry.getValue()))
						.toList(),
					last.stream()
						.flatMap((run) -> Stream.ofNullable(run.trial()))
						.mapToDouble(TrialDocument::callsPerSecond)
						.findFirst()
						.orElse(0),
					figure.title());
		}

	}

	private record Score(String name, double rate, int rung, boolean configured) {

		private static Score of(TuneDocument.Score score) {
			return new Score(score.text(), Math.round(score.callsPerSecond() * 10) / 10.0, score.rung(),
					score.knobs().isEmpty());
		}

	}

	private record Candidates(String name, List<Round> runs) {
	}

	/**
	 * A run of a round.
	 *
	 * @param round number of the round, from 1
	 * @param latency in milliseconds
	 */
	private record Round(int round, double latency, boolean held) {
	}

}
