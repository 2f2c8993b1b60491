package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.text.Report;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ThresholdsView}. */
class ThresholdsViewTests {

	private final Variant two = Experiments.real().variants().get(1);

	@Test
	void whenRunsMissAThresholdThenItFailedAndTheVariantsAreNamed() {
		ExperimentDocument experiment = Experiments.of(runs("slow", "12 ms", "14 ms"), runs("fast", "2 ms", "3 ms"));
		assertThat(ThresholdsView.of(experiment)).containsExactly(
				new ThresholdsView("p99 < 10ms", false, "held in 2 of 4 runs, not in slow (12 ms, 14 ms)"),
				new ThresholdsView("errors == 0", true, "held in 4 of 4 runs"));
		Report report = ExperimentReport.of(experiment, Path.of("none"));
		assertThat(report.html())
			.contains("<span class=\"ended bad\">failed</span> <code>p99 &lt; 10ms</code> held in 2 of 4 runs, "
					+ "not in slow (12 ms, 14 ms)", "<span class=\"ended good\">passed</span>");
		assertThat(report.markdown()).startsWith("""
				### pools

				- **failed**: p99 \\< 10ms held in 2 of 4 runs, not in slow (12 ms, 14 ms)
				- passed: errors == 0 held in 4 of 4 runs

				""");
	}

	@Test
	void whenManyVariantsMissAThresholdThenOnlySomeAreNamed() {
		ExperimentDocument experiment = Experiments.of(IntStream.rangeClosed(1, 8)
			.mapToObj((number) -> runs("slow-" + number, "12 ms"))
			.toArray(Variant[]::new));
		assertThat(ExperimentReport.of(experiment, Path.of("none")).html())
			.contains("slow-5 (12 ms), slow-6 (12 ms) and 2 more");
	}

	@Test
	void whenThereAreNoThresholdsThenNothingIsShown() {
		assertThat(ThresholdsView.of(Experiments.real())).isEmpty();
		assertThat(ExperimentReport.of(Experiments.real(), Path.of("none")).html())
			.doesNotContain("aria-label=\"Thresholds\"");
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

}
