package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Design;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SingleRuns}. */
@Tag(Approved.TAG)
class SingleRunsTests {

	private final Variant plain = variant("plain", 1204, 35_000);

	private final Variant tuned = variant("tuned", 9800, 1200);

	@Test
	void whenEachRanOnceThenTheSpanIsSaidAndNoneIsPraised() {
		Approved.assertCase("compare.txt", text(this.plain, variant("middle", 5000, 2000), this.tuned));
	}

	@Test
	void whenAVariantRefusedCallsThenThatStandsBesideItsFigures() {
		Variant refusing = Experiments.variant("refusing", null, "refusing", List.of(), Map.of(), null, Ended.COMPLETED,
				null, List.of(run(9800, 1200, new Counts(5000, 3100, Map.of("RESOURCE_EXHAUSTED", 1900L), 0, 0))),
				List.of(1));
		Approved.assertCase("compare.txt", text(this.plain, refusing));
	}

	@Test
	void whenOnlyOneWasMeasuredThenNothingIsSaid() {
		Variant dead = Experiments.variant("dead", null, null, List.of(), Map.of(), null, Ended.OUT_OF_MEMORY, null,
				this.tuned.runs(), List.of(1));
		assertThat(List.of(text(this.plain, dead), text(this.plain), text(dead))).containsOnly("");
	}

	@Test
	void whenTheBaselineRanTwiceThenItsNoiseIsSaidAndItsSecondRunIsNotInTheSpan() {
		Variant again = variant("plain-control", "plain", 1000, 70_000);
		Approved.assertCase("compare.txt", compared(this.plain, this.tuned, again));
	}

	@Test
	void whenThereAreWorkloadsThenEachHasASpan() {
		ExperimentDocument plain = document(1, null, in("idle", this.plain), in("idle", this.tuned),
				in("busy", variant("plain", 900, 50_000)), in("busy", variant("tuned", 905, 50_000)));
		ExperimentDocument crossed = new ExperimentDocument(1, plain.name(), null, plain.startedAt(), plain.plan(),
				plain.environment(),
				new Design(List.of(), Set.of(),
						List.of(new ExperimentDocument.Workload("idle", null, plain.plan()),
								new ExperimentDocument.Workload("busy", null, plain.plan())),
						null, 1, null, null),
				plain.variants(), null, null, null);
		Approved.assertCase("compare.txt", String.join("\n", SingleRuns.of(crossed)));
	}

	@Test
	void whenRoundsWereComparedThenNothingIsSaidOfSingleRuns() {
		List<Variant> variants = new ArrayList<>();
		for (Variant variant : List.of(this.plain, this.tuned)) {
			RunDocument run = variant.runs().getFirst();
			variants.add(Experiments.variant(variant.name(), null, variant.setup().profile(), List.of(), Map.of(), null,
					Ended.COMPLETED, null, List.of(run, run), List.of(1, 2)));
		}
		assertThat(SingleRuns
			.of(document(2, ComparisonFixture.compared("plain", variants), variants.toArray(Variant[]::new))))
			.isEmpty();
	}

	@Test
	void whenNothingCouldBeComparedThenTheControlIsStillNoVariant() {
		List<Variant> dead = Stream.of("plain", "plain-control")
			.map((name) -> Experiments.variant(name, null, name, List.of(), Map.of(), null, Ended.EXITED, "exit code 1",
					List.of(), List.of()))
			.toList();
		ExperimentDocument document = new ExperimentDocument(1, "sample", null, Samples.STARTED_AT,
				PlanDocument.of(Samples.closed()), Environment.current(),
				new Design(List.of(), Set.of("plain-control"), null, null, 1, null, null), dead,
				ComparisonFixture.compared("plain", dead), null, null);
		assertThat(ReportView.of(document, null).headlines()).singleElement()
			.extracting(Headline.Sentence::text)
			.asString()
			.contains("plain")
			.doesNotContain("control");
		assertThat(ChartData.of(document).json()).contains("\"control\":true");
	}

	private static String compared(Variant... variants) {
		return String.join("\n",
				SingleRuns.of(document(1, ComparisonFixture.compared("plain", List.of(variants)), variants)));
	}

	private static String text(Variant... variants) {
		return String.join("\n", SingleRuns.of(document(1, null, variants)));
	}

	private static ExperimentDocument document(int rounds, @Nullable ComparisonDocument comparison,
			Variant... variants) {
		return new ExperimentDocument(1, "sample", null, Samples.STARTED_AT, PlanDocument.of(Samples.closed()),
				Environment.current(), new Design(List.of(), (comparison != null) ? comparison.controls() : Set.of(),
						null, null, rounds, null, null),
				List.of(variants), comparison, null, null);
	}

	private static Variant in(String workload, Variant variant) {
		return Experiments.in(workload, variant);
	}

	private static Variant variant(String name, double perSecond, long p99Micros) {
		return variant(name, name, perSecond, p99Micros);
	}

	private static Variant variant(String name, String profile, double perSecond, long p99Micros) {
		return Experiments.variant(name, null, profile, List.of(), Map.of(), null, Ended.COMPLETED, null,
				List.of(run(perSecond, p99Micros, Samples.answered().result().counts())), List.of(1));
	}

	private static RunDocument run(double perSecond, long p99Micros, Counts counts) {
		LatencySummary times = new LatencySummary(counts.ok(), 1, p99Micros, p99Micros / 2, p99Micros / 2, p99Micros,
				p99Micros, p99Micros, p99Micros, p99Micros, p99Micros, "");
		return Samples.document("run", null, Samples.closed(),
				new SampleLoad().counts(counts).rate(2.5, 2.5, perSecond).latency(times, times).build());
	}

}
