package dev.grpctuning.load.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import com.google.gson.Gson;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyFigure;
import dev.grpctuning.load.report.TrialDocument;
import dev.grpctuning.load.report.TuneDocument;
import dev.grpctuning.load.report.TuneDocument.Turn;
import dev.grpctuning.load.report.TuneText;

/**
 * A search for better knobs as a page that needs nothing but itself, and as Markdown.
 */
final class TuneReport {

	private TuneReport() {
	}

	/**
	 * Draws the page.
	 * @return HTML
	 */
	static String html(TuneDocument search) {
		return Templates.page("tune", View.of(search), new Gson().toJson(Data.of(search)));
	}

	/**
	 * Writes it for a pull request.
	 * @return Markdown
	 */
	static String markdown(TuneDocument search) {
		return Templates.markdown("tune", View.of(search));
	}

	/**
	 * What the templates are filled with.
	 *
	 * @param title heading
	 * @param outcome what is recommended, or why nothing is
	 * @param dropped what was left out of it, or {@code null}
	 * @param fragment what is recommended as a part of application.yml, or {@code null}
	 * @param columns what the columns of the table are called
	 * @param lines its lines
	 * @param explanation what its figures mean
	 * @param machine what it ran on
	 * @param startedAt when it began
	 */
	private record View(String title, String outcome, @Nullable String dropped, @Nullable String fragment,
			List<String> columns, List<TuneText.Line> lines, String explanation, String machine, String startedAt) {

		private static View of(TuneDocument search) {
			TuneText text = TuneText.of(search);
			return new View("Tuning by search", text.outcome(), text.dropped(), text.fragment(), TuneText.COLUMNS,
					text.lines(), text.explanation(), ReportView.machine(search.environment()),
					ReportView.TIME.format(search.startedAt()));
		}

	}

	/**
	 * What the charts show. Gson writes what would be markup in names as escapes.
	 *
	 * @param scores the last score of each candidate
	 * @param rounds the runs of the last rounds by candidate, none if it did not get
	 * there
	 * @param roundsRate calls per second in these
	 * @param figure what they were compared by
	 */
	private record Data(List<Score> scores, List<Candidates> rounds, double roundsRate, String figure) {

		private static Data of(TuneDocument search) {
			LatencyFigure figure = Optional.ofNullable(search.recommendation())
				.flatMap((found) -> LatencyFigure.named(found.comparedBy()))
				.orElse(LatencyFigure.P99);
			List<Turn> inRounds = search.turns().stream().filter((turn) -> turn.round() > 0).toList();
			int stage = inRounds.stream().mapToInt(Turn::stage).max().orElse(0);
			List<Turn> turns = inRounds.stream().filter((turn) -> turn.stage() == stage).toList();
			Map<String, List<Round>> rounds = new LinkedHashMap<>();
			turns.forEach((turn) -> {
				List<Round> runs = rounds.computeIfAbsent(turn.text(), (text) -> new ArrayList<>());
				TrialDocument trial = turn.trial();
				if (trial != null) {
					runs.add(new Round(turn.round(), figure.of(trial.responseOfAllMicros()) / 1e3, trial.held()));
				}
			});
			return new Data(TuneText.last(search).stream().map(Score::of).toList(),
					rounds.entrySet()
						.stream()
						.map((entry) -> new Candidates(entry.getKey(), entry.getValue()))
						.toList(),
					turns.stream()
						.flatMap((turn) -> Stream.ofNullable(turn.trial()))
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
	 * @param held whether the objective held
	 */
	private record Round(int round, double latency, boolean held) {
	}

}
