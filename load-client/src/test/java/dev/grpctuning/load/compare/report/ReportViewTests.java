package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.ServerRun;
import dev.grpctuning.load.compare.VariantResult;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.ObservedLoad;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.text.RunFormat;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ReportView}: how far an experiment got, and its remarks. */
@Tag(Approved.TAG)
class ReportViewTests {

	private final Variant one = Experiments.named("one", Experiments.real().variants().get(1));

	private final Variant two = Experiments.named("two", this.one);

	@Test
	void whenAllOfItWasRunThenNothingIsSaid() {
		assertThat(outcome(Experiments.of(this.one, Experiments.ended(Ended.EXITED, this.two)))).isNull();
	}

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
	void whenManyVariantsWereNotBegunThenTheyAreNotListed() {
		List<String> planned = IntStream.range(0, 12).mapToObj((i) -> "variant-" + i).toList();
		Approved.assertCase("compare.txt", outcome(Experiments.with(Experiments.real(), planned, List.of(this.one))));
	}

	@Test
	void whenSomeWereNotFlatThenItIsSaidHowManyAndOfWhichVariants() {
		Approved.assertCase("compare.txt", text(variant("one", true, false, false), variant("two", true, true, true),
				variant("three", false, true, true)));
	}

	@Test
	void whenARunEndedInItsWarmUpThenItDidNotBegin() {
		assertThat(remarks(result("one", new WarmupResult(0, false)), variant("two", true))).isEmpty();
	}

	@Test
	void whenItWasSoOfManyVariantsThenNotAllAreNamed() {
		VariantResult[] many = IntStream.rangeClosed(1, 8)
			.mapToObj((number) -> variant("v" + number, false))
			.toArray(VariantResult[]::new);
		Approved.assertCase("compare.txt", text(many));
	}

	@Test
	void whenThereIsARemarkThenTheTableEndsWithIt() {
		ExperimentDocument document = document(variant("one", true), variant("two", false));
		assertThat(ExperimentReport.text(document, RunFormat.TABLE, UnaryOperator.identity()))
			.endsWith("\n" + ReportView.of(document, null).remarks().getFirst());
	}

	@Test
	void whenServersHadNotSettledThenThatIsSaidToo() {
		Approved.assertCase("compare.txt", text(settled("one", true), settled("two", false), variant("three", false)));
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
