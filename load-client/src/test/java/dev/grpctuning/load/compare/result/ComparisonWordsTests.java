package dev.grpctuning.load.compare.result;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ComparisonWords}. */
class ComparisonWordsTests {

	@Test
	void whenAChangeIsGreatThenItsDigitsShow() {
		assertThat(ComparisonWords.change(comparison(0.004, new Interval(0.003, 0.005)))).isEqualTo("−99.6 % ± 0.1");
		assertThat(ComparisonWords.change(comparison(1.25, new Interval(1.1, 1.4)))).isEqualTo("+25 % ± 15");
		assertThat(ComparisonWords.change(comparison(0.8, null))).isEqualTo("−20 %");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			0.69   | 0.63   | 0.75   | −31 % ± 6
			0.03   | 0.006  | 0.146  | −97 % (−99.4 to −85)
			0.5    | 0.34   | 0.746  | −50 % (−66 to −25)
			0.0004 | 0.0002 | 0.0006 | −99.96 % (−99.98 to −99.9)
			1e-9   | 1e-10  | 1e-8   | −99.99 % (−99.99 to −99.99)
			0.82   | 0.675  | 0.998  | −18 % (−32 to −0.2)
			0.82   | 0.675  | 1.001  | −18 % (−32 to +0.1)
					0.9    | 0.8    | 1.01   | −10 % ± 10
			1.2    | 1.001  | 1.438  | +20 % (+0.1 to +44)
			1.0004 | 1.0003 | 1.0005 | +0.04 % ± 0.01
			2      | 0.0001 | 1e308  | +100 % (−99.99 to above +99,900)
			""")
	void whenAnIntervalIsLopsidedOrWouldReachBeyondWhatIsPossibleThenItsBoundsAreNamed(double ratio, double low,
			double high, String text) {
		assertThat(ComparisonWords.change(comparison(ratio, new Interval(low, high)))).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			0.98   | 0.96   | 0.997  | 0.98 (0.96 to 0.997)
			1.03   | 1.003  | 1.06   | 1.03 (1.003 to 1.06)
			1.004  | 1.001  | 1.007  | 1.004 (1.001 to 1.01)
			0.9997 | 0.9994 | 0.9999 | 0.9997 (0.999 to 0.9999)
			1.002  | 0.97   | 1.03   | 1.00 (0.97 to 1.03)
			1      | 1      | 1      | 1.00 (1.00 to 1.00)
			""")
	void whenAnIntervalLeavesOutOneThenSoDoesWhatIsPrinted(double ratio, double low, double high, String text) {
		assertThat(ComparisonWords.ratio(comparison(ratio, new Interval(low, high)))).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "1.2, 1.20", "0.1, 0.10", "0.0951, 0.095", "0.002, 0.002", "0.0004, below 0.001", "999, 999.00",
			"1e6, 'above 1,000'" })
	void whenARatioIsSmallOrLargeThenItIsNeitherNothingNorEndless(double ratio, String text) {
		assertThat(ComparisonWords.ratio(comparison(ratio, null))).isEqualTo(text);
	}

	@Test
	void whenMediansAreOfFewerThanSixRunsThenTheirIntervalIsNotSaidToBeOneOf95PerCent() {
		assertThat(ComparisonWords.interval("median", 5, 5)).isEqualTo("median (range)");
		assertThat(ComparisonWords.interval("a", 6, 10)).isEqualTo("a (95 %)");
		assertThat(ComparisonWords.interval("b", 5, 6)).isEqualTo("b (95 %, range of fewer than 6 runs)");
	}

	private static Comparison comparison(double ratio, @Nullable Interval interval) {
		return new Comparison(5, ratio, interval, Verdict.BETTER, 0.1, null);
	}

}
