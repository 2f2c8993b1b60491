package dev.grpctuning.load.tune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TuneReport}. */
class TuneReportTests {

	private static final Map<String, String> EIGHT = Map.of("executor.threads", "8");

	@Test
	void whenASearchEndedInItsRoundsThenTheyAreDrawn() throws IOException {
		TuneDocument search = real();
		RoundTrial round = new RoundTrial(EIGHT, 1, search.scores().getFirst().trials().getFirst(), null);
		assertThat(TuneReport.of(interrupted(search, List.of(), round), null).html()).contains(
				"\"rounds\":[{\"name\":\"executor.threads\\u003d8\",\"runs\":[{\"round\":1,", "\"roundsRate\":74.0,");
	}

	@Test
	void whenWhatIsConfiguredHeldOnlyBeforeTheLastRaceThenTheOutcomeSaysSo() throws IOException {
		TuneDocument search = real();
		Recommendation none = new Recommendation(Conclusion.NONE_FASTER, 148, Map.of(), 0, "p50", 0, 0, 0, 0, null,
				List.of(), List.of());
		TuneScore missed = new TuneScore(Map.of(), 2, 0, Knee.Limit.OBJECTIVE, null, List.of());
		String sentence = "In their last race, the objective held at none of the rates.";
		assertThat(TuneReport.of(of(search, search.scores(), none), null).markdown()).contains("which held 148/s.")
			.doesNotContain(sentence);
		List<TuneScore> scores = new ArrayList<>(search.scores());
		scores.add(missed);
		assertThat(TuneReport.of(of(search, scores, none), null).markdown()).contains("which held 148/s. " + sentence);
	}

	@Test
	void whenTheTimeEndedBeforeTheWinnerWasComparedThenTheOutcomeSaysSo() throws IOException {
		TuneDocument search = real();
		Map<String, String> winner = Map.of("executor.type", "direct");
		List<TuneScore> scores = new ArrayList<>(search.scores());
		scores.add(new TuneScore(winner, 0, 0, null, null, List.of()));
		Recommendation early = new Recommendation(Conclusion.NOT_SHOWN, 148, winner, 0, "p50", 0, 0, 0, 0, null,
				List.of(), List.of());
		assertThat(TuneReport.of(of(search, scores, early), null).markdown()).contains(
				"the time ended before executor.type=direct, which led the races, was compared with the configured settings, "
						+ "which held 148/s.")
			.doesNotContain("0/s");
	}

	private static TuneDocument of(TuneDocument search, List<TuneScore> scores, Recommendation recommended) {
		return new TuneDocument(search.schema(), search.startedAt(), search.environment(), search.objective(),
				search.trials(), search.configured(), search.space(), Ended.COMPLETED, null, scores, search.rounds(),
				recommended);
	}

	private static TuneDocument real() throws IOException {
		return ResultFile.read(Path.of("src", "test", "resources", "report", "tune.json"), TuneDocument.class);
	}

	private static TuneDocument interrupted(TuneDocument search, List<RoundTrial> rounds, RoundTrial last) {
		List<RoundTrial> all = new ArrayList<>(rounds);
		all.add(last);
		return new TuneDocument(search.schema(), search.startedAt(), search.environment(), search.objective(),
				search.trials(), search.configured(), search.space(), Ended.INTERRUPTED, null, search.scores(), all,
				null);
	}

}
