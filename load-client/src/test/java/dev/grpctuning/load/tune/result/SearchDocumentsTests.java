package dev.grpctuning.load.tune.result;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.knee.KneeDocument;
import dev.grpctuning.load.knee.KneePlan;
import dev.grpctuning.load.knee.KneeReport;
import dev.grpctuning.load.knee.KneeResult;
import dev.grpctuning.load.latency.LatencyFigure;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.search.Judgement;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.SearchLimits;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.search.result.CurvePoint;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Interval;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.tune.RoundTrial;
import dev.grpctuning.load.tune.TunePlan;
import dev.grpctuning.load.tune.TuneResult;
import dev.grpctuning.load.tune.TuneScore;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link KneeDocument} and {@link TuneDocument}, and what is printed of them.
 */
class SearchDocumentsTests {

	private static final TrialPlan TRIALS = new TrialPlan(Samples.closed(), Arrivals.CONSTANT, 1, Duration.ofMillis(10),
			0.01, 10, Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(5));

	private static final ServerSetup SETUP = new ServerSetup(Path.of("service.jar"), Path.of("jdk"), List.of("-Xmx1g"),
			Map.of(), Duration.ofSeconds(60), Duration.ofSeconds(5));

	private static final SearchLimits LIMITS = new SearchLimits(null, 1e6, 0.05);

	private static final Candidate VIRTUAL = Candidate.of(Map.of("executor.type", "virtual"));

	private static Trial trial(double rate, long p99, Outcome outcome, @Nullable String reason) {
		LatencySummary latencies = new LatencySummary(1000, 100, 500, p99 / 2, 1, 1, 1, p99, p99 * 2, 1, 1);
		return new Trial(rate, Samples.STARTED_AT, 5, new Counts(1000, 1000, Map.of(), 0, 0), rate, latencies,
				latencies, latencies, new Judgement(outcome, reason));
	}

	private static KneeResult found(String name, Knee knee) {
		return new KneeResult(Samples.variant(name), Ended.COMPLETED, null, knee,
				List.of(trial(1000, 3000, Outcome.HELD, null), trial(1000, 5000, Outcome.HELD, null),
						trial(2000, 90_000, Outcome.BROKEN, "p99 < 10ms: 90 ms"), trial(2000, 4000, Outcome.HELD, null),
						trial(2000, 80_000, Outcome.BROKEN, "p99 < 10ms: 80 ms")));
	}

	private static KneeDocument knees(KneeResult... results) {
		KneePlan plan = new KneePlan(List.of(Samples.variant("one"), Samples.variant("two"), Samples.variant("three")),
				SETUP, TRIALS, LIMITS, Path.of("results"));
		return KneeDocument.of(plan, List.of("p99 < 10ms"), Samples.STARTED_AT, List.of(results));
	}

	@Test
	void whenKneesAreFoundThenTheTableHasThemWithWhatLimitsThem() {
		String table = KneeReport.text(
				knees(found("one", new Knee(1000, 2000, Knee.Limit.OBJECTIVE)),
						found("two", new Knee(1000, 2000, Knee.Limit.CLIENT)),
						new KneeResult(Samples.variant("three"), Ended.EXITED, "exit code 1", null, List.of())),
				RunFormat.TABLE);
		assertThat(table.lines().filter((line) -> line.startsWith("| one"))).extracting((line) -> line.split(" *\\| *"))
			.containsExactly(
					new String[] { "", "one", "1,000", "2,000", "2.5 ms", "5.0 ms", "10.0 ms", "5", "the objective" });
		assertThat(table).contains("load generator saturated: the server may hold more", "exited: exit code 1",
				"p99 < 10ms.\n", "calls arrive evenly.");
	}

	@Test
	void whenTheBaselineWasSearchedTwiceThenTheTableSaysHowFarApartItsKneesAre() {
		KneeResult one = found("one", new Knee(1000, 2000, Knee.Limit.OBJECTIVE));
		Knee knee = new Knee(1100, 1200, Knee.Limit.OBJECTIVE);
		Variant again = Samples.variant("whatever-it-is-called");
		assertThat(KneeReport
			.text(knees(one, new KneeResult(again, Ended.COMPLETED, null, knee, List.of())), RunFormat.TABLE)).contains(
					"Noise: two searches at one found 1,000 and 1,100. Knees that are no further apart show nothing.");
		assertThat(KneeReport.text(knees(one), RunFormat.TABLE)).doesNotContain("Noise");
		assertThat(KneeReport.text(knees(one, new KneeResult(again, Ended.INTERRUPTED, null, null, List.of())),
				RunFormat.TABLE))
			.doesNotContain("Noise");
		Variant named = new Variant("one-control", Variant.CONTROL, "tuned", List.of("-Xss2m"), again.properties());
		Variant onAnotherJdk = new Variant("one-control", null, again.profile(), again.jvmOptions(), again.properties(),
				Path.of("jdk-26"), null, null);
		assertThat(List.of(named, onAnotherJdk)).allSatisfy((other) -> assertThat(KneeReport
			.text(knees(one, new KneeResult(other, Ended.COMPLETED, null, knee, List.of())), RunFormat.TABLE))
			.doesNotContain("Noise"));
	}

	@Test
	void whenKneesAreFoundThenTheCurveHasTheMiddleOfEachRateAndOfTwoTheLonger() {
		assertThat(knees(found("one", new Knee(1000, 2000, Knee.Limit.OBJECTIVE))).variants().getFirst().curve())
			.containsExactly(new CurvePoint(1000, 2, 2, 2500, 5000, 10_000),
					new CurvePoint(2000, 3, 1, 40_000, 80_000, 160_000));
	}

	@Test
	void whenVariantsWereNotBegunThenTheyAreNamed() {
		KneeResult one = found("one", new Knee(1000, 2000, Knee.Limit.OBJECTIVE));
		assertThat(KneeReport.text(knees(one), RunFormat.TABLE)).contains("Not begun: two, three.");
		assertThat(KneeReport.text(knees(one, found("two", new Knee(1, 2, Knee.Limit.OBJECTIVE)),
				found("three", new Knee(1, 2, Knee.Limit.OBJECTIVE))), RunFormat.TABLE))
			.doesNotContain("Not begun");
	}

	@Test
	void whenNothingHeldThenThatIsSaid() {
		KneeDocument none = knees(found("one", new Knee(0, 1, Knee.Limit.OBJECTIVE)));
		assertThat(none.anyFound()).isFalse();
		assertThat(KneeReport.text(none, RunFormat.TABLE)).contains("| none |");
		assertThat(knees(found("one", new Knee(5, 6, Knee.Limit.OBJECTIVE))).anyFound()).isTrue();
	}

	@Test
	void whenNoHigherRateBrokeThenTheDocumentCanBeWrittenAllTheSame() {
		String json = KneeReport.text(knees(found("one", new Knee(1000, Double.POSITIVE_INFINITY, Knee.Limit.HIGHEST))),
				RunFormat.JSON);
		JsonObject knee = JsonParser.parseString(json)
			.getAsJsonObject()
			.getAsJsonArray("variants")
			.get(0)
			.getAsJsonObject()
			.getAsJsonObject("knee");
		assertThat(knee.get("brokenPerSecond").isJsonNull()).isTrue();
		assertThat(knee.get("limit").getAsString()).isEqualTo("highest");
	}

	@Test
	void whenTrialsAreListedThenEachIsALine() {
		assertThat(
				KneeReport.text(knees(found("one", new Knee(1000, 2000, Knee.Limit.OBJECTIVE))), RunFormat.CSV).lines())
			.hasSize(6)
			.anyMatch((line) -> line.startsWith("one,2000.0,2000.0,broken,p99 < 10ms: 90 ms,1000,1000,0,0,"));
	}

	@Test
	void whenLinesAreRecommendedThenTheyArePrintedWithWhatWasShown() {
		TuneDocument document = tune(
				new Recommendation(Conclusion.RECOMMENDED, 900, VIRTUAL, 2000, 1341.6, comparison(0.02, Verdict.BETTER),
						5, 1, List.of(new Line("executor.type", "virtual", comparison(0.02, Verdict.BETTER))),
						List.of(new Line("transport", "nio", comparison(1.01, Verdict.NO_DIFFERENCE_SHOWN)))));
		assertThat(TuneReport.text(document, RunFormat.TABLE)).endsWith(
				"""
						executor.type=virtual is recommended: at 1,342/s the objective held in 5 of 5 rounds, with what is configured in 1; p99 −98 % ± 0.2.
						Left out, because it did not show to matter: transport=nio (p99 +1 % ± 10)

						grpc:
						  tuning:
						    executor:
						      type: virtual  # p99 −98 % ± 0.2 at 1,342/s against fork-join""");
	}

	@Test
	void whenASearchBeginsThenItsTimeIsNotSaidToBeTheMost() {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		new TuneDisplay(plan(), "p99 < 10ms", false, new PrintStream(out, true, StandardCharsets.UTF_8));
		assertThat(out.toString(StandardCharsets.UTF_8)).contains("is configured to; about 10 min")
			.doesNotContain("at most");
	}

	@Test
	void whenTheTableIsDrawnThenEachCandidateHasItsLastScoreAndThoseThatDidNotStartTheirReason() {
		String table = TuneReport.text(tune(null), RunFormat.TABLE);
		assertThat(table.lines().filter((line) -> line.startsWith("| ")).map((line) -> line.split(" *\\| *")[1]))
			.containsExactly("knobs", "executor.type=virtual", "as configured", "transport=pigeon");
		assertThat(table).contains("exit code 1: no pigeon", "Nothing is recommended: the search has not ended");
	}

	@Test
	void whenASearchWasInterruptedThenItIsSaidHowFarItGot() {
		TuneScore first = score(Candidate.CONFIGURED, 0, 900);
		TuneScore givenUp = new TuneScore(VIRTUAL, 0, null, "interrupted", List.of());
		assertThat(TuneReport.text(tune(null), RunFormat.TABLE))
			.endsWith("Nothing is recommended: the search has not ended "
					+ "(interrupted) after 5 scores, of what is configured and 2 of 2 candidates, and 1 run of the rounds.");
		assertThat(stopped(Ended.INTERRUPTED, first, givenUp))
			.endsWith("has not ended (interrupted) after 1 score, of what is configured.");
		assertThat(stopped(Ended.INTERRUPTED)).endsWith("has not ended (interrupted) before the first score.");
		assertThat(stopped(Ended.EXITED, givenUp)).endsWith("has not ended (exited).");
	}

	@Test
	void whenItIsKnownHowManyCandidatesThereWereToBeThenThatIsSaidToo() {
		TuneScore first = score(Candidate.CONFIGURED, 0, 900);
		TuneScore second = score(VIRTUAL, 0, 1200);
		assertThat(stopped(Ended.INTERRUPTED, 12, first, second))
			.endsWith(" after 2 scores, of what is configured and 1 of 12 candidates.");
		assertThat(stopped(Ended.INTERRUPTED, 1, first, second, score(Candidate.of(Map.of("transport", "nio")), 0, 1)))
			.as("one that was not planned")
			.endsWith(" after 3 scores, of what is configured and 2 candidates.");
	}

	private static String stopped(Ended ended, TuneScore... scores) {
		return stopped(ended, null, scores);
	}

	private static String stopped(Ended ended, @Nullable Integer candidates, TuneScore... scores) {
		return TuneReport.text(
				TuneDocument.of(plan(), List.of("p99 < 10ms"), Samples.STARTED_AT,
						new TuneResult(ended, null, Map.of(), candidates, List.of(scores), List.of(), null)),
				RunFormat.TABLE);
	}

	@Test
	void whenNothingIsFasterThenNoFragmentIsPrinted() {
		TuneDocument document = tune(
				new Recommendation(Conclusion.NONE_FASTER, 900, null, 0, 0, null, 0, 0, List.of(), List.of()));
		assertThat(TuneReport.text(document, RunFormat.TABLE)).endsWith(
				"Nothing is recommended: nothing held the objective at a higher rate than what is configured, which held 900/s.")
			.doesNotContain("tuning:");
		assertThat(Objects.requireNonNull(document.recommendation()).fragment()).isNull();
	}

	@Test
	void whenTheRoundsDoNotShowItThenNoFragmentIsPrinted() {
		TuneDocument document = tune(new Recommendation(Conclusion.NOT_SHOWN, 900, VIRTUAL, 1000, 948,
				comparison(0.95, Verdict.NO_DIFFERENCE_SHOWN), 3, 2, List.of(), List.of()));
		assertThat(TuneReport.text(document, RunFormat.TABLE)).endsWith(
				"Nothing is recommended: executor.type=virtual seemed to hold 1,000/s, and what is configured 900/s, but 5 rounds at 948/s did not show it (p99 −5 % ± 9; the objective held in 3 of 5 rounds).");
		assertThat(TuneReport.text(document, RunFormat.TABLE))
			.contains("with p99 < 10ms; of a candidate that was scored several times it is the last score. "
					+ "What is configured was scored 2 times, from 900 to 950/s: so noisy are scores.");
		assertThat(TuneReport.text(document, RunFormat.CSV).lines()).hasSize(6)
			.contains("executor.type=virtual,2,1100.0,client,1,");
		assertThat(JsonParser.parseString(TuneReport.text(document, RunFormat.JSON))
			.getAsJsonObject()
			.getAsJsonArray("rounds")).hasSize(1);
	}

	private static Comparison comparison(double ratio, Verdict verdict) {
		return new Comparison(5, ratio, new Interval(ratio * 0.9, ratio * 1.1), verdict, 0.1);
	}

	private static TunePlan plan() {
		return new TunePlan(Samples.variant("one"), SETUP, ServerCredentials.random(), TRIALS, LIMITS,
				new KnobSpace(Map.of("executor.type", List.of("virtual"))), 1, Duration.ofMinutes(10),
				Duration.ofSeconds(1), 5, LatencyFigure.P99, Path.of("results"));
	}

	private static TuneDocument tune(@Nullable Recommendation recommendation) {
		Trial held = trial(1000, 3000, Outcome.HELD, null);
		TuneResult result = new TuneResult((recommendation != null) ? Ended.COMPLETED : Ended.INTERRUPTED, null,
				Map.of("executor.type", "fork-join"), 2,
				List.of(score(Candidate.CONFIGURED, 0, 900), score(VIRTUAL, 0, 1200),
						score(Candidate.CONFIGURED, 1, 950),
						new TuneScore(Candidate.of(Map.of("transport", "pigeon")), 0, null, "exit code 1: no pigeon",
								List.of()),
						score(VIRTUAL, 1, 1100)),
				List.of(new RoundTrial(VIRTUAL, 1, 1, held, null)), recommendation);
		return TuneDocument.of(plan(), List.of("p99 < 10ms"), Samples.STARTED_AT, result);
	}

	private static TuneScore score(Candidate candidate, int rung, double rate) {
		return new TuneScore(candidate, rung, new Knee(rate, rate * 1.2, Knee.Limit.CLIENT), null,
				List.of(trial(rate, 3000, Outcome.HELD, null)));
	}

}
