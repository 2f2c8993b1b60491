package dev.grpctuning.load.compare.report;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Interval;
import dev.grpctuning.load.stats.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ComparisonView}: when it says that there were too few rounds. */
@Tag(Approved.TAG)
class ComparisonViewTests {

	@Test
	void whenMostComparisonsCouldNotShowThatAFigureDoubledThenMoreRoundsAreAdvised() {
		Approved.assertCase("compare.txt", ratios(2, null, 1.5, 25.0, 0.3), ratios(6, null, 1.5));
	}

	@Test
	void whenNotAllRoundsWereRunThenThoseThatArePlannedAreAdvised() {
		Approved.assertCase("compare.txt", ratios(3, 8, 1.5));
	}

	@Test
	void whenHalfOfTheComparisonsCouldShowItThenNothingIsAdvised() {
		Approved.assertCase("compare.txt", ratios(3, null, 1.5, 0.9), ratios(3, null));
	}

	@Test
	void whenWhatFewRoundsShowIsLargeThenNothingIsAdvised() {
		Comparison shown = new Comparison(5, 0.1, new Interval(0.03, 0.4), Verdict.WORSE, 3.0, null);
		ComparisonDocument compared = new ComparisonDocument("plain", 5, Metric.P99,
				List.of(new Row("other", false, Metric.P99, null, shown, null, "other", false)));
		assertThat(ComparisonFixture.view(compared).ratios()).doesNotContain("doubled");
	}

	private static String ratios(int rounds, @Nullable Integer planned, Double... minimumDetectableEffect) {
		List<Row> rows = Arrays.stream(minimumDetectableEffect)
			.map((smallest) -> new Row("other", false, Metric.P99, null,
					new Comparison(rounds, 1, null, Verdict.NO_DIFFERENCE_SHOWN, smallest, null), null, "other", false))
			.toList();
		ComparisonDocument compared = new ComparisonDocument("plain", rounds, Metric.P99, rows);
		ExperimentDocument experiment = Experiments.compared(compared, Experiments.real());
		return new ComparisonView((planned != null) ? Experiments.ofRounds(planned, experiment) : experiment, compared)
			.ratios();
	}

}
