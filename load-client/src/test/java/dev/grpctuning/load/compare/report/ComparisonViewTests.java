package dev.grpctuning.load.compare.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ComparisonView}: when it says that there were too few rounds.
 */
class ComparisonViewTests {

	@Test
	void whenMostComparisonsCouldNotShowThatAFigureDoubledThenMoreRoundsAreAdvised() {
		assertThat(ratios(2, null, 1.5, 25.0, 0.3)).endsWith(
				" 2 of 3 comparisons could not show that a figure doubled: " + "repeat with --experiment.repeat=5.");
		assertThat(ratios(6, null, 1.5)).endsWith(": repeat with --experiment.repeat=12.");
	}

	@Test
	void whenNotAllRoundsWereRunThenThoseThatArePlannedAreAdvised() {
		assertThat(ratios(3, 8, 1.5)).endsWith("of experiments, if all 8 rounds are run. "
				+ "1 of 1 comparisons could not show that a figure doubled: let all rounds run.");
	}

	@Test
	void whenHalfOfTheComparisonsCouldShowItThenNothingIsAdvised() {
		assertThat(ratios(3, null, 1.5, 0.9)).endsWith("of experiments.");
		assertThat(ratios(3, null)).endsWith("of experiments.");
	}

	private static String ratios(int rounds, @Nullable Integer planned, Double... smallestShown) {
		List<Row> rows = Arrays.stream(smallestShown)
			.map((smallest) -> new Row("other", false, Metric.P99, null,
					new Comparison(rounds, 1, null, Verdict.NO_DIFFERENCE_SHOWN, smallest, null), null, "other"))
			.toList();
		return ComparisonView.of(new ComparisonDocument("plain", rounds, rows), Map.of(), planned).ratios();
	}

}
