package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.VariantResult;
import dev.grpctuning.load.compare.VariantResult.ServerRun;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.RunDocument.ObservedLoad;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.text.Report;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ReportView}: how far an experiment got, and its remarks. */
@Tag(Approved.TAG)
class ReportViewTests {

	private final Variant one = Experiments.named("one", Experiments.real().variants().get(1));

	private final Variant two = Experiments.named("two", this.one);

	@Test
	void whenTheControlRanThenItIsNotCounted() {
		Row control = new Row("two", true, Metric.P99, null, null, null, "two", false);
		ExperimentDocument experiment = Experiments.compared(
				new ComparisonDocument("one", 1, Metric.P99, List.of(control)),
				Experiments.with(Experiments.real(), List.of("one", "two", "three"), List.of(this.one, this.two)));
		assertThat(outcome(experiment)).isEqualTo("Not finished: 1 of 2 variants were started, not three.");
	}

	@Test
	void whenInterruptedThenItIsSaidHowFarItGot() {
		ExperimentDocument experiment = Experiments.with(Experiments.real(), List.of("one", "two", "three", "four"),
				List.of(this.one, Experiments.ended(Ended.INTERRUPTED, this.two)));
		Approved.assertCase("compare.txt", outcome(experiment));
	}

	@Test
	void whenInterruptedBetweenTwoRoundsThenTheRoundIsSaid() {
		Variant twice = Experiments.runs(List.of(this.one.runs().getFirst(), this.one.runs().getFirst()), this.one);
		Approved.assertCase("compare.txt", outcome(Experiments.ofRounds(10, twice, this.two)),
				outcome(Experiments.ofRounds(10, twice, Experiments.ended(Ended.INTERRUPTED, this.two))),
				outcome(Experiments.ofRounds(2, twice)));
	}

	@Test
	void whenSomeWereNotFlatThenItIsSaidHowManyAndOfWhichVariants() {
		Approved.assertCase("compare.txt", text(variant("one", true, false, false), variant("two", true, true, true),
				variant("three", false, true, true)));
	}

	@Test
	void whenRunsMissAThresholdThenItFailedAndTheVariantsAreNamed() {
		ExperimentDocument experiment = Experiments.of(runs("slow", "12 ms", "14 ms"), runs("fast", "2 ms", "3 ms"));
		assertThat(ReportView.of(experiment, null).thresholds()).containsExactly(
				new ReportView.ThresholdRow("p99 < 10ms", false,
						"held in 2 of 4 runs, not in slow (12 ms), slow (14 ms)"),
				new ReportView.ThresholdRow("errors == 0", true, "held in 4 of 4 runs"));
		Report report = ExperimentReport.of(experiment, Path.of("none"));
		assertThat(report.html()).contains(
				"<span class=\"ended bad\">failed</span> <code>p99 &lt; 10ms</code> held in 2",
				"<span class=\"ended good\">passed</span>");
		assertThat(report.markdown()).startsWith("""
				### pools

				- **failed**: p99 \\< 10ms held in 2 of 4 runs, not in slow (12 ms), slow (14 ms)
				- passed: errors == 0 held in 4 of 4 runs

				""");
		assertThat(ReportView.of(Experiments.real(), null).thresholds()).isEmpty();
	}

	private Variant runs(String name, String... p99s) {
		return Experiments.runs(List.of(p99s).stream().map(this::run).toList(), Experiments.named(name, this.two));
	}

	private RunDocument run(String p99) {
		RunDocument run = this.two.runs().getFirst();
		return run.with(run.outcome()
			.with(List.of(new ThresholdDocument("p99 < 10ms", p99, p99.length() == 4),
					new ThresholdDocument("errors == 0", "0", true))));
	}

	private static @Nullable String outcome(ExperimentDocument experiment) {
		return ReportView.of(experiment, null).progress();
	}

	private static VariantResult settled(String name, @Nullable Boolean settled) {
		ObservedLoad run = Samples.run(Samples.answered()).last();
		ServerObservation seen = Objects.requireNonNull(run.server());
		ServerObservation server = new ServerObservation(seen.spec(), seen.startSeconds(), settled, seen.samples(),
				seen.gc(), seen.exit(), seen.tuning(), seen.here(), List.of());
		return new VariantResult(Samples.variant(name), Ended.COMPLETED, null,
				List.of(new ServerRun(1, new ObservedLoad(run.plan(), run.load(), server, run.client()), null)));
	}

	private static String text(VariantResult... results) {
		return String.join("\n", remarks(results));
	}

	private static List<String> remarks(VariantResult... results) {
		return ReportView.of(document(results), null).remarks();
	}

	private static ExperimentDocument document(VariantResult... results) {
		return Experiments.document(Samples.experiment(null), results);
	}

	private static VariantResult variant(String name, @Nullable Boolean... steady) {
		return result(name, Stream.of(steady).map((it) -> new WarmupResult(1.5, it)).toArray(WarmupResult[]::new));
	}

	private static VariantResult result(String name, WarmupResult... warmups) {
		List<ServerRun> runs = new ArrayList<>();
		for (WarmupResult warmup : warmups) {
			runs.add(Samples.run(runs.size() + 1, Samples.bursts(), new SampleLoad().warmup(warmup).build()));
		}
		return new VariantResult(Samples.variant(name), Ended.COMPLETED, null, runs);
	}

}
