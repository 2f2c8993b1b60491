package dev.grpctuning.load.report;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.statistics.Comparison;
import dev.grpctuning.load.statistics.Interval;
import dev.grpctuning.load.statistics.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ComparisonWords}.
 */
class ComparisonWordsTests {

	@Test
	void whenAChangeIsGreatThenItsDigitsShow() {
		assertThat(ComparisonWords.change(comparison(0.004, new Interval(0.003, 0.005)))).isEqualTo("−99.6 % ± 0.1");
		assertThat(ComparisonWords.change(comparison(1.25, new Interval(1.1, 1.4)))).isEqualTo("+25 % ± 15");
		assertThat(ComparisonWords.change(comparison(0.8, null))).isEqualTo("−20 %");
	}

	@ParameterizedTest
	@CsvSource({ "1.2, 1.20", "0.1, 0.10", "0.0951, 0.095", "0.002, 0.002", "0.0004, below 0.001", "999, 999.00",
			"1e6, 'above 1,000'" })
	void whenARatioIsSmallOrLargeThenItIsNeitherNothingNorEndless(double ratio, String text) {
		assertThat(ComparisonWords.ratio(comparison(ratio, null))).isEqualTo(text);
	}

	@Test
	void whenMediansAreOfFewerThanSixRunsThenTheirIntervalIsNotSaidToBeOneOf95PerCent() {
		assertThat(ComparisonWords.interval(5, 5)).isEqualTo("range");
		assertThat(ComparisonWords.interval(6, 10)).isEqualTo("95 %");
		assertThat(ComparisonWords.interval(5, 6)).isEqualTo("95 %, range of fewer than 6 runs");
	}

	private static Comparison comparison(double ratio, @Nullable Interval interval) {
		return new Comparison(5, ratio, interval, Verdict.BETTER, 0.1);
	}

}
