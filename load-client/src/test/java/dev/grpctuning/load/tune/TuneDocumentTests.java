package dev.grpctuning.load.tune;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.SearchSamples;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for the document of a search for better knobs, and what is printed of it. */
@Tag(Approved.TAG)
class TuneDocumentTests {

	private static final Candidate VIRTUAL = new Candidate(Map.of("executor.type", "virtual"));

	@Test
	void whenLinesAreRecommendedThenTheyArePrintedWithWhatWasShown() {
		TuneDocument document = tune(new Recommendation(Conclusion.RECOMMENDED, 900, VIRTUAL.knobs(), 2000, "p99",
				1341.6, 5, 5, 1, comparison(0.02, Verdict.BETTER),
				List.of(new Line("executor.type", "virtual", comparison(0.02, Verdict.BETTER)),
						new Line("worker-threads", "1", comparison(0.98, Verdict.NO_DIFFERENCE_SHOWN)),
						new Line("flow-control-window", "4MB", null)),
				List.of(new Line("transport", "nio", comparison(1.01, Verdict.SAME)))));
		Approved.assertCase("tune.txt", TuneReport.text(document, RunFormat.TABLE));
	}

	@Test
	void whenASearchBeginsThenItsTimeIsTheMost() {
		Approved.assertCase("tune.txt", plan().title());
	}

	@Test
	void whenTheTableIsDrawnThenEachCandidateHasItsLastRaceAndThoseThatDidNotStartTheirReason() {
		String table = TuneReport.text(tune(null), RunFormat.TABLE);
		assertThat(table.lines().filter((line) -> line.startsWith("| ")).map((line) -> line.split(" *\\| *")[1]))
			.containsExactly("knobs", "executor.type=virtual", "as configured", "transport=pigeon");
		Approved.assertCase("tune.txt", table);
	}

	@Test
	void whenASearchWasInterruptedThenItIsSaidHowFarItGot() {
		TuneScore first = score(Candidate.CONFIGURED, 0, 900);
		TuneScore givenUp = TuneScore.of(Candidate.CONFIGURED, 0, "interrupted",
				List.of(SearchSamples.trial(900, 3000, Outcome.HELD, null)));
		Approved.assertCase("tune.txt", stopped(Ended.INTERRUPTED, first, score(VIRTUAL, 1, 1200)),
				stopped(Ended.INTERRUPTED, givenUp), stopped(Ended.INTERRUPTED), stopped(Ended.EXITED, givenUp));
	}

	private static String stopped(Ended ended, TuneScore... scores) {
		return TuneReport.text(
				plan().document(Environment.current(), ended, null, Map.of(), List.of(scores), List.of(), null),
				RunFormat.TABLE) + "\n";
	}

	@Test
	void whenNothingIsFasterThenNoFragmentIsPrinted() {
		TuneDocument document = tune(new Recommendation(Conclusion.NONE_FASTER, 900, Map.of(), 0, "p99", 0, 0, 0, 0,
				null, List.of(), List.of()));
		assertThat(TuneReport.text(document, RunFormat.TABLE)).doesNotContain("tuning:");
		Approved.assertCase("tune.txt", TuneReport.text(document, RunFormat.TABLE));
		assertThat(document.fragment()).isNull();
	}

	@Test
	void whenTheRoundsDoNotShowItThenNoFragmentIsPrinted() {
		TuneDocument document = tune(new Recommendation(Conclusion.NOT_SHOWN, 900, VIRTUAL.knobs(), 1000, "p99", 948, 5,
				3, 2, comparison(0.95, Verdict.NO_DIFFERENCE_SHOWN), List.of(), List.of()));
		Approved.assertCase("tune.txt", TuneReport.text(document, RunFormat.TABLE));
		assertThat(TuneReport.text(document, RunFormat.CSV).lines()).hasSize(6)
			.contains("executor.type=virtual,2,1100.0,client,2,");
		assertThat(JsonParser.parseString(TuneReport.text(document, RunFormat.JSON))
			.getAsJsonObject()
			.getAsJsonArray("rounds")).hasSize(1);
	}

	@Test
	void whenTheWinnerOfARaceWasSearchedThenItsRateIsTheOneThatWasFound() {
		assertThat(stopped(Ended.INTERRUPTED, score(Candidate.CONFIGURED, 0, 900), score(VIRTUAL, 1, 900),
				score(Candidate.CONFIGURED, 1, 900), score(VIRTUAL, 0, 1500))
			.lines()
			.filter((line) -> line.startsWith("| "))).satisfiesExactly((head) -> assertThat(head).contains("best rate"),
					(best) -> assertThat(best).contains("executor.type=virtual", "1,500"),
					(other) -> assertThat(other).contains("as configured", "900"));
	}

	private static Comparison comparison(double ratio, Verdict verdict) {
		return new Comparison(5, ratio, new Interval(ratio * 0.9, ratio * 1.1), verdict, 0.1, null);
	}

	private static TunePlan plan() {
		return new TunePlan(SearchSamples.plan(Path.of("results")), Samples.variant("one"),
				RunServers.forked(SearchSamples.SETUP, Duration.ZERO),
				new KnobSpace(Map.of("executor.type", List.of("virtual"))), 1, Duration.ofMinutes(10), 5);
	}

	private static TuneDocument tune(@Nullable Recommendation recommendation) {
		Trial held = SearchSamples.trial(1000, 3000, Outcome.HELD, null);
		return plan().document(Environment.current(), (recommendation != null) ? Ended.COMPLETED : Ended.INTERRUPTED,
				null, Map.of("executor.type", "fork-join"),
				List.of(score(Candidate.CONFIGURED, 0, 900), score(VIRTUAL, 1, 1200),
						score(Candidate.CONFIGURED, 1, 950),
						TuneScore.of(new Candidate(Map.of("transport", "pigeon")), 1, "exit code 1: no pigeon",
								List.of()),
						score(VIRTUAL, 2, 1100)),
				List.of(new RoundTrial(VIRTUAL.knobs(), 1, held, null)), recommendation);
	}

	private static TuneScore score(Candidate candidate, int race, double rate) {
		return TuneScore.of(candidate, race, null, List.of(SearchSamples.trial(rate, 3000, Outcome.HELD, null),
				SearchSamples.trial(1.25 * rate, 3000, Outcome.LOAD_GENERATOR_SATURATED, "the client was late")));
	}

}
