package dev.grpctuning.load.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for the variants that need further rounds. */
class UndecidedTests {

	private final List<Row> rows = new ArrayList<>();

	@Test
	void whenAllOfAWorkloadAreDecidedThenNoneOfItGoesOn() {
		row("a", "idle", Metric.P99, Verdict.WORSE);
		row("b", "idle", Metric.P99, Verdict.SAME);
		row("control", "idle", Metric.P99, Verdict.NO_DIFFERENCE_SHOWN);
		row("a", "busy", Metric.P99, Verdict.NO_DIFFERENCE_SHOWN);
		row("b", "busy", Metric.P99, Verdict.SAME);
		row("control", "busy", Metric.P99, Verdict.SAME);
		assertThat(undecided(3)).containsExactly("base · busy", "a · busy", "control · busy");
	}

	@Test
	void whenOnlyAnExploratoryMetricDiffersThenNothingIsDecided() {
		row("a", "idle", Metric.THROUGHPUT, Verdict.BETTER);
		row("a", "idle", Metric.P99, Verdict.NO_DIFFERENCE_SHOWN);
		row("b", "idle", Metric.P99, Verdict.SAME);
		row("control", "idle", Metric.P99, Verdict.SAME);
		assertThat(undecided(2)).containsExactly("base · idle", "a · idle", "control · idle");
	}

	@Test
	void whenAVariantHasNoFiguresThenItIsNotWaitedFor() {
		this.rows.add(new Row("a · idle", false, Metric.P99, null,
				new Comparison(0, 1, null, Verdict.NO_DIFFERENCE_SHOWN, null, null), "idle", "a", false));
		row("b", "idle", Metric.P99, Verdict.SAME);
		assertThat(undecided(1)).as("after one round nothing is decided").hasSize(4);
		assertThat(undecided(2)).isEmpty();
	}

	private void row(String variant, String workload, Metric metric, Verdict verdict) {
		this.rows.add(new Row(variant + " · " + workload, variant.equals("control"), metric, null,
				new Comparison(3, 1.5, null, verdict, null, null), workload, variant, metric != Metric.P99));
	}

	@Test
	void whenAVariantRanOnceWhileOthersHadSlicesThenItIsUndecidedWithItsBaseline() {
		row("b", "idle", Metric.P99, Verdict.SAME);
		row("control", "idle", Metric.P99, Verdict.SAME);
		assertThat(undecided(2, "a · idle")).containsExactly("base · idle", "a · idle", "control · idle");
	}

	private List<String> undecided(int rounds, String... once) {
		ComparisonDocument comparison = new ComparisonDocument("base", rounds, Metric.P99, this.rows);
		List<Variant> variants = this.rows.stream()
			.map(Row::workload)
			.distinct()
			.flatMap((workload) -> List.of("base", "a", "b", "control").stream().map((name) -> in(workload, name)))
			.toList();
		return ExperimentResults.undecided(comparison, Set.of(once), variants).stream().map(Variant::title).toList();
	}

	private static Variant in(@Nullable String workload, String name) {
		return new Variant(name, null, null, List.of(), Map.of(), null,
				new Variant.Workload(String.valueOf(workload), null, Map.of(), Samples.closed()), null);
	}

}
