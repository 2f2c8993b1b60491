package dev.grpctuning.load.tune;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.gson.Gson;

import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.search.Trial;

/** Data of the charts of the page. There may be no rounds. */
record TuneCharts(List<Score> scores, List<Candidates> rounds, double roundsRate, String figure) {

	static TuneCharts of(TuneDocument search, List<TuneScore> last) {
		LatencyFigure figure = Optional.ofNullable(search.recommendation())
			.flatMap((found) -> LatencyFigure.named(found.comparedBy()))
			.orElse(LatencyFigure.P99);
		List<RoundTrial> runs = search.rounds().stream().filter((run) -> run.round() > 0).toList();
		Map<String, List<RoundTrial>> byCandidate = runs.stream()
			.collect(Collectors.groupingBy(RoundTrial::text, LinkedHashMap::new, Collectors.toList()));
		double rate = byCandidate.values()
			.stream()
			.flatMap(List::stream)
			.flatMap((run) -> Stream.ofNullable(run.trial()))
			.mapToDouble(Trial::callsPerSecond)
			.findFirst()
			.orElse(0);
		return new TuneCharts(last.stream().map(Score::of).toList(),
				byCandidate.values().stream().map((candidate) -> Candidates.of(candidate, figure)).toList(), rate,
				figure.title());
	}

	/** JSON for a script element: Gson escapes the characters of markup in names. */
	String json() {
		return new Gson().toJson(this);
	}

	private record Score(String name, double rate, int race, boolean configured) {

		private static Score of(TuneScore score) {
			return new Score(score.text(), Math.round(score.callsPerSecond() * 10) / 10.0, score.race(),
					score.knobs().isEmpty());
		}

	}

	private record Candidates(String name, List<Round> runs, boolean configured) {

		private static Candidates of(List<RoundTrial> runs, LatencyFigure figure) {
			return new Candidates(runs.getFirst().text(), runs.stream()
				.flatMap((run) -> Stream.ofNullable(run.trial())
					.map((trial) -> new Round(run.round(), figure.of(trial.responseOfAllMicros()) / 1e3, trial.held())))
				.toList(), runs.getFirst().knobs().isEmpty());
		}

	}

	/** A run of a round, with its latency in milliseconds. */
	private record Round(int round, double latency, boolean held) {
	}

}
