package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.VariantResult;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.result.Outcome;
import dev.grpctuning.load.result.Outcome.Goodput;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.text.RunFormat;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for the goodput of runs, and for its comparison. */
class GoodputTests {

	private static final Duration OBJECTIVE = Duration.ofMillis(100);

	@Test
	void whenCallsAreAsLateAsTheObjectiveThenTheyCountAndLaterOnesDoNot() {
		MeasuredLoad load = Samples.answered();
		LongStream.of(1, 5000, 100_000, 100_200, 3_000_000)
			.forEach((micros) -> load.latencies().response().recordValue(micros));
		assertThat(Goodput.of(OBJECTIVE, Samples.open().model(), load)).isEqualTo(
				new Goodput(100_000, 3, load.result().rate().perSecond() * 3 / load.result().counts().ok(), null));
	}

	@Test
	void whenAVariantHasLessOrNoneThenItIsWorse() {
		ComparisonDocument compared = ComparisonFixture.compared("limited",
				List.of(variant("limited", 780, 790, 785, 780, 790, 785, 780, 790),
						variant("less", 380, 390, 385, 380, 390, 385, 380, 390),
						variant("none", 0, 0, 0, 0, 0, 0, 0, 0), variant("some", 0, 790, 0, 0, 0, 0, 0, 790)));
		assertThat(row(compared, "less").verdict()).isEqualTo(Verdict.WORSE);
		assertThat(row(compared, "none").comparison()).isEqualTo(new Comparison(8, 0, null, Verdict.WORSE, null, null));
		assertThat(row(compared, "some").comparison()).isEqualTo(new Comparison(6, 0, null, Verdict.WORSE, null, null));
		assertThat(Headline.of(Experiments.of(compared))).singleElement()
			.asString()
			.contains("`none` has a worse goodput than the baseline: none in 8 rounds.",
					"`some` has a worse goodput than the baseline: none in 6 rounds.");
	}

	@Test
	void whenThereIsAnObjectiveThenResultTablesAndCsvHaveTheGoodput() {
		ExperimentDocument document = document(OBJECTIVE);
		assertThat(document.variants().getFirst().runs().getFirst().outcome().goodput())
			.isEqualTo(new Goodput(100_000, 1, Samples.answered().result().rate().perSecond() / 5000, null));
		assertThat(ExperimentReport.markdown(document)).contains("goodput");
		assertThat(csv(document)).contains("goodputPerSecond");
	}

	private static String csv(ExperimentDocument document) {
		return ExperimentReport.text(document, RunFormat.CSV, (run) -> run);
	}

	private static ExperimentDocument document(@Nullable Duration objective) {
		Experiment sample = Samples.experiment(null);
		MeasuredLoad load = Samples.answered();
		load.latencies().response().recordValue(50_000);
		VariantResult[] results = sample.variants()
			.stream()
			.map((variant) -> new VariantResult(variant, Ended.COMPLETED, null, List.of(Samples.run(load))))
			.toArray(VariantResult[]::new);
		return Experiments.document(new Experiment(sample.name(), null, sample.plan(), sample.setup(),
				sample.variants(), sample.baseline(), Path.of("results"), 1, null, Experiment.Rounds.of(1),
				new Experiment.Measures(null, null, objective, false)), results);
	}

	private static Row row(ComparisonDocument compared, String variant) {
		return compared.rows()
			.stream()
			.filter((row) -> row.variant().equals(variant) && row.metric() == Metric.GOODPUT)
			.findFirst()
			.orElseThrow();
	}

	private static Variant variant(String name, double... perSecond) {
		return Experiments.variant(name, null, name, List.of(), Map.of(), null, Ended.COMPLETED, null,
				Arrays.stream(perSecond).mapToObj(GoodputTests::run).toList(),
				IntStream.rangeClosed(1, perSecond.length).boxed().toList());
	}

	private static RunDocument run(double perSecond) {
		Goodput goodput = new Goodput(100_000, Math.round(perSecond * 2.5), perSecond, null);
		return ComparisonFixture.run(100, null).with(new Outcome(null, goodput, List.of()));
	}

}
