package dev.grpctuning.load.knee;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.SearchSamples;
import dev.grpctuning.load.text.RunFormat;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link KneeDocument} and {@link KneeReport}. */
@Tag(Approved.TAG)
class KneeReportTests {

	private static KneeResult found(String name, Knee knee) {
		return KneeResult.of(Samples.variant(name), Ended.COMPLETED, null, knee,
				List.of(SearchSamples.trial(1000, 3000, Outcome.HELD, null),
						SearchSamples.trial(1000, 5000, Outcome.HELD, null),
						SearchSamples.trial(2000, 90_000, Outcome.BROKEN, "p99 < 10ms: 90 ms"),
						SearchSamples.trial(2000, 4000, Outcome.HELD, null),
						SearchSamples.trial(2000, 80_000, Outcome.BROKEN, "p99 < 10ms: 80 ms")));
	}

	private static KneeDocument knees(KneeResult... results) {
		return knees(List.of(Samples.variant("one"), Samples.variant("two"), Samples.variant("three")), results);
	}

	private static KneeDocument knees(List<Variant> variants, KneeResult... results) {
		return KneeDocument.of(SearchSamples.plan(Path.of("results")), Environment.current(), variants,
				List.of(results));
	}

	@Test
	void whenKneesAreFoundThenTheTableHasThemWithWhatLimitsThem() {
		String table = KneeReport.text(
				knees(found("one", new Knee(1010, 940.0, 1080.0, Knee.Limit.OBJECTIVE)),
						found("two", new Knee(1000, 900.0, null, Knee.Limit.CLIENT)),
						KneeResult.of(Samples.variant("three"), Ended.EXITED, "exit code 1", null, List.of())),
				RunFormat.TABLE);
		assertThat(table.lines().filter((line) -> line.startsWith("| one"))).extracting((line) -> line.split(" *\\| *"))
			.containsExactly(new String[] { "", "one", "1,010", "940 to 1,080", "2.5 ms", "5.0 ms", "10.0 ms", "5",
					"the objective" });
		Approved.assertCase("knee.txt", table);
	}

	@Test
	void whenTheBaselineWasSearchedTwiceThenTheTableSaysHowFarApartItsKneesAre() {
		KneeResult one = found("one", new Knee(1010, 940.0, 1080.0, Knee.Limit.OBJECTIVE));
		Variant again = Samples.variant("two");
		Approved.assertCase("knee.txt", KneeReport.text(knees(one, again(again)), RunFormat.TABLE));
		assertThat(KneeReport.text(knees(one), RunFormat.TABLE)).doesNotContain("A/A control");
		assertThat(KneeReport.text(knees(one, KneeResult.of(again, Ended.INTERRUPTED, null, null, List.of())),
				RunFormat.TABLE))
			.doesNotContain("A/A control");
	}

	@Test
	void whenVariantsDifferInAnythingThenTheyAreNoControl() {
		Variant one = build("one", null, "100", "one.jar");
		assertThat(List.of(build("two", Path.of("jdk-26"), "100", "one.jar"), build("two", null, "1000", "one.jar"),
				build("two", null, "100", "two.jar")))
			.allSatisfy((other) -> {
				KneeDocument knees = knees(List.of(one, other), again(one), again(other));
				assertThat(KneeReport.text(knees, RunFormat.TABLE)).doesNotContain("A/A control");
				assertThat(KneeReport.of(knees, null).html()).doesNotContain("\"control\":true");
			});
		Variant same = build("two", null, "100", "one.jar");
		assertThat(KneeReport.of(knees(List.of(one, same), again(one), again(same)), null).html())
			.contains("\"control\":true");
	}

	private static KneeResult again(Variant variant) {
		return KneeResult.of(variant, Ended.COMPLETED, null, new Knee(1100, 1000.0, 1200.0, Knee.Limit.OBJECTIVE),
				List.of());
	}

	private static Variant build(String name, @Nullable Path javaHome, String tokens, String jar) {
		return new Variant(name, null, null, List.of(), Map.of("bucket.tokens", tokens), javaHome, null, null,
				Path.of(jar));
	}

	@Test
	void whenKneesAreFoundThenTheCurveHasTheMiddleOfEachRateAndOfTwoTheLonger() {
		assertThat(
				knees(found("one", new Knee(1010, 940.0, 1080.0, Knee.Limit.OBJECTIVE))).variants().getFirst().curve())
			.containsExactly(new KneeResult.CurvePoint(1000, 2, 2, 2500L, 5000L, 10_000L),
					new KneeResult.CurvePoint(2000, 3, 1, 40_000L, 80_000L, 160_000L));
	}

	@Test
	void whenTooFewCallsWereAnsweredForAPercentileThenItIsADash() {
		Knee knee = new Knee(100, 90.0, 110.0, Knee.Limit.OBJECTIVE);
		KneeDocument few = knees(KneeResult.of(Samples.variant("one"), Ended.COMPLETED, null, knee,
				List.of(SearchSamples.trial(100, 999, 3000, Outcome.HELD, null),
						SearchSamples.trial(100, 1000, 3000, Outcome.HELD, null),
						SearchSamples.trial(50, 99, 3000, Outcome.HELD, null))));
		assertThat(few.variants().getFirst().curve()).containsExactly(
				new KneeResult.CurvePoint(50, 1, 1, 1500L, null, null),
				new KneeResult.CurvePoint(100, 2, 2, 1500L, 3000L, null));
		assertThat(KneeReport.text(few, RunFormat.TABLE)).contains("|    3.0 ms |           - |");
		assertThat(KneeReport.of(few, null).html()).contains("\"p50Micros\":1500,\"p99Micros\":3000}");
	}

	@Test
	void whenVariantsWereNotBegunThenTheyAreNamed() {
		KneeResult one = found("one", new Knee(1010, 940.0, 1080.0, Knee.Limit.OBJECTIVE));
		Approved.assertCase("knee.txt", KneeReport.text(knees(one), RunFormat.TABLE));
		assertThat(KneeReport.text(knees(one, found("two", new Knee(1, 0.9, 2.0, Knee.Limit.OBJECTIVE)),
				found("three", new Knee(1, 0.9, 2.0, Knee.Limit.OBJECTIVE))), RunFormat.TABLE))
			.doesNotContain("Not begun");
	}

	@Test
	void whenNothingHeldThenThatIsSaid() {
		KneeDocument none = knees(found("one", new Knee(0, null, null, Knee.Limit.OBJECTIVE)));
		assertThat(none.anyFound()).isFalse();
		Approved.assertCase("knee.txt", KneeReport.text(none, RunFormat.TABLE));
		assertThat(knees(found("one", new Knee(5, 4.0, 6.0, Knee.Limit.OBJECTIVE))).anyFound()).isTrue();
	}

	@Test
	void whenNoHigherRateBrokeThenTheDocumentCanBeWrittenAllTheSame() {
		String json = KneeReport.text(knees(found("one", new Knee(1000, 900.0, null, Knee.Limit.HIGHEST))),
				RunFormat.JSON);
		JsonObject knee = JsonParser.parseString(json)
			.getAsJsonObject()
			.getAsJsonArray("variants")
			.get(0)
			.getAsJsonObject()
			.getAsJsonObject("knee");
		assertThat(knee.get("highPerSecond").isJsonNull()).isTrue();
		assertThat(knee.get("limit").getAsString()).isEqualTo("highest");
	}

	@Test
	void whenTrialsAreListedThenEachIsALine() {
		assertThat(
				KneeReport.text(knees(found("one", new Knee(1010, 940.0, 1080.0, Knee.Limit.OBJECTIVE))), RunFormat.CSV)
					.lines())
			.hasSize(6)
			.anyMatch((line) -> line.startsWith("one,2000.0,2000.0,broken,p99 < 10ms: 90 ms,1000,1000,0,0,"));
	}

}
