package dev.grpctuning.load.compare.report;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Question;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.result.Slices;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.Risk.Look;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for experiments whose units are slices. */
class SlicedTests {

	private static final int BATCHES = 92;

	private static final RunDocument RUN = Experiments.explained().variants().getFirst().runs().getFirst();

	@Test
	void whenVariantsTakeTurnsInSlicesThenTheReportIsOverBatches() {
		ExperimentDocument experiment = experiment(Look.LAST, variant("plain", BATCHES, 1),
				variant("plain-control", BATCHES, 1), variant("lean", BATCHES, 0.97));
		Row lean = row(experiment, "lean", Metric.SERVER_CPU);
		assertThat(lean.verdict()).isEqualTo(Verdict.BETTER);
		assertThat(lean.comparison()).isNotNull().satisfies((comparison) -> {
			assertThat(comparison.rounds()).isEqualTo(BATCHES);
			assertThat(comparison.ratio()).isCloseTo(0.97, within(0.01));
		});
		assertThat(ExperimentReport.markdown(experiment))
			.contains("over 92 batches of 1 s or more (slices of 50 ms in random order",
					"The chance that any verdict on server CPU per call (\\*) is wrong is at most 1 %.",
					"each of these verdicts is wrong with a chance of 1 %", "slices of the same batch",
					"`lean` has a better server CPU per call than the baseline: 97 µs instead of 99.8 µs.", "differ by")
			.doesNotContain(" round");
		assertThat(row(experiment, "plain-control", Metric.SERVER_CPU).differs()).isFalse();
	}

	@Test
	void whenAVariantHasSlicesThenTheTableHasTheirMedians() {
		Variant plain = variant("plain", BATCHES, 1);
		ExperimentDocument experiment = experiment(Look.LAST, plain, variant("lean", BATCHES, 0.97));
		VariantView view = VariantView.of(1, experiment, null);
		assertThat(view.sliced(Metric.SERVER_CPU)).isNotNull().isCloseTo(97, within(0.5));
		assertThat(view.sliced(Metric.P50)).as("not measured").isNull();
		assertThat(ExperimentReport.markdown(experiment)).contains("/ 97.")
			.contains("medians of the batches of slices");
		assertThat(VariantView.of(0, experiment, null).sliced(Metric.THROUGHPUT)).isNotNull()
			.isCloseTo(5000, within(50.0));
	}

	@Test
	void whenAVariantHadNoMoreSlicesThenItWasDecidedDuringTheExperiment() {
		ExperimentDocument experiment = experiment(Look.LAST, variant("plain", BATCHES, 1),
				variant("whole", BATCHES, 0.97), variant("early", BATCHES - 1, 0.97));
		assertThat(width(row(experiment, "early", Metric.SERVER_CPU)))
			.isGreaterThan(1.2 * width(row(experiment, "whole", Metric.SERVER_CPU)));
	}

	@Test
	void whenJvmsStartAnewThenTheUnitIsTheRound() {
		List<RunDocument> runs = List.of(RUN, RUN, RUN, RUN, RUN);
		Map<Metric, double[]> values = Map.of(Metric.SERVER_CPU, new double[] { 100, 104, 98, Double.NaN, 101 });
		Map<Metric, double[]> half = Map.of(Metric.SERVER_CPU, new double[] { 50, 53, 49, 51, 50 });
		Variant old = Experiments.runs(runs, variant("plain", 0, 1));
		ExperimentDocument experiment = experiment(Look.ONLY,
				Experiments.sliced(Slices.of(500, 50, null, 20, values), old),
				Experiments.sliced(Slices.of(500, 50, null, 20, half), Experiments.named("lean", old)));
		Row lean = row(experiment, "lean", Metric.SERVER_CPU);
		assertThat(lean.comparison()).isNotNull()
			.satisfies((comparison) -> assertThat(comparison.rounds()).isEqualTo(4));
		assertThat(lean.verdict()).isEqualTo(Verdict.BETTER);
		assertThat(ExperimentReport.markdown(experiment)).contains("over 5 rounds (slices of 50 ms in", "at most 5 %",
				"exploratory: ", "better in 4 of 5 rounds");
	}

	@Test
	void whenRunsAreAddedThenSoAreTheirSlices() {
		Variant without = Experiments.runs(List.of(RUN), variant("plain", 0, 1));
		Variant with = Experiments.sliced(Slices.of(100, 50, null, 4, Map.of(Metric.P99, new double[] { 3 })), without);
		assertThat(Experiments.runs(List.of(RUN), variant("plain", 0, 1)).plus(with).plus(with)).satisfies((all) -> {
			assertThat(all.runs()).hasSize(3);
			assertThat(all.slices()).isNotNull()
				.satisfies((slices) -> assertThat(slices.values(Metric.P99)).containsExactly(3, 3));
			assertThat(all.values(Metric.P99)).containsExactly(3, 3);
		});
		assertThat(without.plus(without).slices()).isNull();
	}

	@Test
	void whenAVariantCannotHaveSlicesThenItsWholeRunsAreCompared() {
		List<RunDocument> runs = List.of(RUN, RUN, RUN, RUN);
		Variant baseline = Experiments.sliced(slices(BATCHES, 1, (i) -> 1),
				Experiments.runs(runs, variant("plain", 0, 1)));
		ExperimentDocument experiment = experiment(Look.LAST, baseline, variant("lean", BATCHES, 0.97),
				Experiments.runs(runs, variant("overloaded", 0, 1)));
		assertThat(row(experiment, "lean", Metric.SERVER_CPU).comparison()).isNotNull()
			.satisfies((comparison) -> assertThat(comparison.rounds()).isEqualTo(BATCHES));
		assertThat(row(experiment, "overloaded", Metric.THROUGHPUT).comparison()).isNotNull()
			.satisfies((comparison) -> {
				assertThat(comparison.rounds()).isEqualTo(4);
				assertThat(comparison.ratio()).isEqualTo(1);
			});
		assertThat(ExperimentReport.markdown(experiment))
			.contains("over 92 batches of 1 s or more (slices of 50 ms in random order); those of overloaded over 4 "
					+ "rounds of whole runs.", "is wrong is at most 5 %.")
			.doesNotContain(" of 92 batches");
	}

	@Test
	void whenTheBaselineHasMoreWholeRunsThanSlicesThenAllAreCompared() {
		List<RunDocument> runs = List.of(RUN, RUN, RUN, RUN);
		Variant baseline = Experiments.sliced(slices(2, 1, (i) -> 1), Experiments.runs(runs, variant("plain", 0, 1)));
		ExperimentDocument experiment = experiment(Look.LAST, baseline, variant("lean", 2, 0.97),
				Experiments.runs(runs.subList(0, 3), variant("overloaded", 0, 1)));
		assertThat(row(experiment, "overloaded", Metric.THROUGHPUT).comparison()).isNotNull()
			.satisfies((comparison) -> assertThat(comparison.rounds()).isEqualTo(3));
		assertThat(ExperimentReport.markdown(experiment)).contains("over 2 batches");
	}

	private static double width(Row row) {
		Interval interval = Objects.requireNonNull(Objects.requireNonNull(row.comparison()).interval());
		return interval.high() - interval.low();
	}

	private static Row row(ExperimentDocument experiment, String variant, Metric metric) {
		ComparisonDocument comparison = experiment.comparison();
		return ((comparison != null) ? comparison.rows().stream() : Stream.<Row>empty())
			.filter((row) -> row.variant().equals(variant) && row.metric() == metric)
			.findFirst()
			.orElseThrow();
	}

	private static ExperimentDocument experiment(Look look, Variant... variants) {
		return Experiments
			.of(ComparisonDocument.of("plain", new Question(Metric.SERVER_CPU, EnumSet.allOf(Metric.class), look),
					List.of(variants), Set.of("plain-control")), variants);
	}

	/** A variant of one run, with as many batches. */
	private static Variant variant(String name, int batches, double factor) {
		Variant run = Experiments.named(name,
				Experiments.runs(List.of(RUN), Experiments.explained().variants().getFirst()));
		return (batches != 0) ? Experiments.sliced(slices(batches, factor, (i) -> 1), run) : run;
	}

	/** Values that swing together, and a little by themselves. */
	private static Slices slices(int batches, double factor, IntToDoubleFunction answered) {
		double[] cpu = new double[batches];
		double[] rate = new double[batches];
		double[] share = new double[batches];
		Arrays.setAll(cpu, (i) -> 100 * factor * (1 + 0.2 * (i % 7 - 3) / 3) * (1 + 0.01 * Math.sin(i * i / factor)));
		Arrays.setAll(rate, (i) -> 5000 / factor * (1 + 0.005 * Math.cos(i * i)));
		Arrays.setAll(share, answered);
		return Slices.of(10 * batches, 50, 1.0, 0.4 * batches,
				Map.of(Metric.SERVER_CPU, cpu, Metric.THROUGHPUT, rate, Metric.ANSWERED, share));
	}

}
