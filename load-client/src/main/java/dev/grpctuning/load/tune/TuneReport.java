package dev.grpctuning.load.tune;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.gson.Gson;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.provenance.Provenance;
import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Report;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.Recommendation;

/** Prints a search for better knobs, and draws its page with charts. */
public final class TuneReport {

	private static final Table<TuneScore> TABLE = new Table<TuneScore>().text("knobs", TuneScore::text)
		.number("best rate", TuneReport::rate)
		.number("in race", TuneScore::race)
		.number("trials", (score) -> score.trials().size())
		.number("held", (score) -> score.trials().stream().filter(Trial::held).count())
		.text("limit", (score) -> (score.limit() != null) ? score.limit().text() : score.reason());

	private static final Table<TuneScore> CSV = new Table<TuneScore>().text("knobs", TuneScore::text)
		.number("race", TuneScore::race)
		.number("callsPerSecond", TuneScore::callsPerSecond)
		.text("limit", (score) -> (score.limit() != null) ? Templates.kebab(score.limit()) : null)
		.number("trials", (score) -> score.trials().size())
		.text("reason", TuneScore::reason);

	private TuneReport() {
	}

	/** Prints the search on a terminal, best candidate first, or for a program. */
	public static String text(TuneDocument search, RunFormat format) {
		return switch (format) {
			case TABLE, QPS,
					GRID ->
				TABLE.terminal(last(search)) + "\n" + notes(search) + "\n\n"
						+ Stream.of(outcome(search), lines(search))
							.filter(Objects::nonNull)
							.collect(Collectors.joining("\n"))
						+ ((search.fragment() != null) ? "\n\n" + search.fragment() : "");
			case JSON -> ResultFile.text(search);
			case CSV -> CSV.csv(search.scores());
		};
	}

	/**
	 * Reports a search.
	 * @param folder folder of its files, {@code null} if it has none yet
	 */
	public static Report of(TuneDocument search, @Nullable Path folder) {
		List<TuneScore> last = last(search);
		return new Report(
				Templates.page("tune", View.of(search, TABLE.html(last), folder),
						new Gson().toJson(Charts.of(search, last))),
				Templates.markdown("tune", View.of(search, TABLE.markdown(last), folder)));
	}

	/** The last race of each candidate: those that got farthest first. */
	private static List<TuneScore> last(TuneDocument search) {
		Map<Map<String, String>, TuneScore> last = new LinkedHashMap<>();
		for (TuneScore score : search.scores()) {
			last.merge(score.knobs(), score,
					(before, now) -> (isOwnSearch(now) || now.race() >= before.race()) ? now : before);
		}
		List<TuneScore> sorted = new ArrayList<>(last.values());
		sorted.sort(Comparator.comparing(TuneReport::isOwnSearch)
			.thenComparingInt(TuneScore::race)
			.thenComparingDouble(TuneScore::callsPerSecond)
			.thenComparingInt((score) -> score.trials().size())
			.reversed());
		return sorted;
	}

	/** Whether it is the search for the rate of a candidate that had won a race. */
	private static boolean isOwnSearch(TuneScore score) {
		return score.race() == 0 && !score.knobs().isEmpty() && !score.trials().isEmpty();
	}

	/** Whether the first rate was being searched when somebody interrupted it. */
	private static boolean givenUp(TuneDocument search, TuneScore score) {
		return search.ended() == Ended.INTERRUPTED && score.race() == 0 && score.reason() != null;
	}

	/**
	 * Whether the objective held at no rate of the last race with the configured
	 * settings.
	 */
	private static boolean missed(TuneDocument search) {
		return last(search).stream()
			.anyMatch((score) -> score.knobs().isEmpty() && !score.found() && score.limit() == Knee.Limit.OBJECTIVE);
	}

	private static @Nullable String rate(TuneScore score) {
		return (score.reason() == null || score.found()) ? score.rate() : null;
	}

	private static String outcome(TuneDocument search) {
		Recommendation found = search.recommendation();
		if (found == null) {
			return stopped(search);
		}
		boolean missed = missed(search) && found.configuredPerSecond() > 0;
		boolean early = found.rounds() == 0 && found.bestPerSecond() == 0;
		String change = (found.whole() != null) ? ComparisonWords.change(found.whole()) : "";
		return Templates.text("tune-outcome",
				Map.of("it", found, "best", new Candidate(found.best()).text(), "bestRate",
						Figures.rate(found.bestPerSecond()), "configured", Figures.rate(found.configuredPerSecond()),
						"comparedAt", Figures.rate(found.comparedAtPerSecond()), "missed", missed, "early", early,
						"change", change, "several", found.lines().size() != 1));
	}

	/** How far a search has got. */
	private static String stopped(TuneDocument search) {
		List<TuneScore> scores = search.scores().stream().filter((score) -> !givenUp(search, score)).toList();
		int trials = scores.stream().mapToInt((score) -> score.trials().size()).sum();
		long candidates = scores.stream().map(TuneScore::knobs).filter((knobs) -> !knobs.isEmpty()).distinct().count();
		long runs = search.rounds().stream().filter((run) -> run.round() > 0).count();
		return Templates.text("tune-stopped",
				Map.of("ended", search.ended(), "reason", Objects.requireNonNullElse(search.reason(), ""), "trials",
						trials, "oneTrial", trials == 1, "candidates", candidates, "oneCandidate", candidates == 1,
						"runs", runs, "oneRun", runs == 1));
	}

	/** Lines without a shown effect of their own: those that stay, and those left out. */
	private static @Nullable String lines(TuneDocument search) {
		Recommendation found = search.recommendation();
		String text = (found != null)
				? Templates.text("tune-lines", Map.of("comparedBy", found.comparedBy(), "along",
						found.lines().stream().filter((line) -> !line.shown()).toList(), "dropped", found.dropped()))
				: "";
		return text.isEmpty() ? null : text;
	}

	private static String notes(TuneDocument search) {
		return Templates.text("tune-notes", Map.of("objective", String.join(", ", search.objective())));
	}

	private record View(String title, String outcome, @Nullable String lines, @Nullable String fragment, String table,
			String explanation, Provenance provenance) {

		private static View of(TuneDocument search, String table, @Nullable Path folder) {
			return new View("Tuning by search", TuneReport.outcome(search), TuneReport.lines(search), search.fragment(),
					table, notes(search), Provenance.of(search.environment(), search.startedAt(), folder));
		}

	}

	/** Data of the charts. Gson escapes the characters of markup in names. */
	private record Charts(List<Score> scores, List<Rounds> rounds, double roundsRate, String figure) {

		private static Charts of(TuneDocument search, List<TuneScore> last) {
			LatencyFigure figure = Optional.ofNullable(search.recommendation())
				.flatMap((found) -> LatencyFigure.named(found.comparedBy()))
				.orElse(LatencyFigure.P99);
			Map<Candidate, List<Round>> rounds = new LinkedHashMap<>();
			double rate = 0;
			for (RoundTrial run : search.rounds()) {
				if (run.round() > 0) {
					List<Round> all = rounds.computeIfAbsent(new Candidate(run.knobs()), (any) -> new ArrayList<>());
					if (run.trial() != null) {
						all.add(new Round(run.round(), figure.of(run.trial().responseOfAllMicros()) / 1e3,
								run.trial().held()));
						rate = run.trial().callsPerSecond();
					}
				}
			}
			return new Charts(
					last.stream()
						.map((score) -> new Score(score.text(), Math.round(score.callsPerSecond() * 10) / 10.0,
								score.race(), score.knobs().isEmpty()))
						.toList(),
					rounds.entrySet()
						.stream()
						.map((runs) -> new Rounds(runs.getKey().text(), runs.getValue(),
								runs.getKey().knobs().isEmpty()))
						.toList(),
					rate, figure.title());
		}

	}

	private record Score(String name, double rate, int race, boolean configured) {

	}

	private record Rounds(String name, List<Round> runs, boolean configured) {

	}

	/** A run of a round, with its latency in milliseconds. */
	private record Round(int round, double latency, boolean held) {

	}

}
