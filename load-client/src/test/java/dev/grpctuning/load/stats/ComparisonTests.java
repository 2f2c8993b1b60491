package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.load.stats.Comparison.Verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Comparison}. */
class ComparisonTests {

	@Test
	void whenComparedThenTheIntervalIsThatOfThePairedTest() {
		double[] baseline = { 100, 200, 100, 200 };
		double[] variant = { 110, 240, 130, 210 };
		Comparison comparison = compared(baseline, variant, Better.HIGHER, 0, 1);
		double[] logs = { Math.log(1.1), Math.log(1.2), Math.log(1.3), Math.log(1.05) };
		double mean = Arrays.stream(logs).average().orElseThrow();
		double error = Math.sqrt(Arrays.stream(logs).map((value) -> (value - mean) * (value - mean)).sum() / 3 / 4);
		// 97.5 % of Student's distribution with 3 degrees of freedom, from a table.
		double critical = 3.18245;
		assertThat(comparison.rounds()).isEqualTo(4);
		assertThat(comparison.ratio()).isCloseTo(Math.exp(mean), within(1e-9));
		assertThat(comparison.interval()).isNotNull().satisfies((interval) -> {
			assertThat(interval.low()).isCloseTo(Math.exp(mean - critical * error), within(1e-5));
			assertThat(interval.high()).isCloseTo(Math.exp(mean + critical * error), within(1e-5));
		});
		assertThat(comparison.verdict()).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
		// 90 % of the normal distribution, from a table.
		double needed = critical * (1 - 1 / 12.0) + 1.28155 * Math.sqrt(1 + critical * critical / 6);
		assertThat(comparison.minimumDetectableEffect()).isCloseTo(Math.expm1(needed * error), within(1e-5));
		assertThat(comparison.spread()).as("of single rounds").isCloseTo(Math.expm1(error * 2), within(1e-9));
	}

	@ParameterizedTest
	@CsvSource({ "1.1, HIGHER, BETTER", "1.1, LOWER, WORSE", "0.9, HIGHER, WORSE", "0.9, LOWER, BETTER",
			"1, HIGHER, SAME", "1, LOWER, SAME" })
	void whenTheRatioIsClearThenTheVerdictFollowsWhatIsGood(double ratio, Better better, Verdict verdict) {
		double[] baseline = { 50, 100, 150, 75 };
		double[] variant = { 50 * ratio, 100.1 * ratio, 149.9 * ratio, 75 * ratio };
		assertThat(compared(baseline, variant, better, 0, 3).verdict()).isEqualTo(verdict);
	}

	@Test
	void whenThereAreNotTwoRoundsThenNothingIsShown() {
		for (int rounds = 0; rounds < 2; rounds++) {
			double[] baseline = Arrays.copyOf(new double[] { 100 }, rounds);
			Comparison comparison = compared(baseline, Arrays.copyOf(new double[] { 500 }, rounds), Better.HIGHER, 0,
					1);
			assertThat(comparison).isEqualTo(new Comparison(rounds, (rounds != 0) ? comparison.ratio() : 1, null,
					Verdict.NO_DIFFERENCE_SHOWN, null, null));
		}
	}

	@ParameterizedTest
	@CsvSource({ "0, 2, 2, true", "0, 3, 3, true", "0, 1, 1, false", "0, 2, 3, false", "0, 2, 4, false",
			"0, 5, 6, true", "0, 4, 6, false", "1, 4, 4, true", "2, 4, 4, false", "1, 2, 2, false", "4, 4, 4, false",
			"4, 0, 4, false", "3, 5, 40, false", "1, 9, 40, true", "0, 0, 0, false" })
	void whenItHasNothingMoreOftenThanByChanceOrInAllRoundsThenItIsWorseWithoutAnInterval(int before, int after,
			int rounds, boolean worse) {
		double[] baseline = withNothing(before, rounds);
		double[] variant = withNothing(after, rounds);
		Optional<Comparison> none = Comparison.none(baseline, variant, 0.05);
		assertThat(none).isEqualTo(
				worse ? Optional.of(new Comparison(after, 0, null, Verdict.WORSE, null, null)) : Optional.empty());
		none.ifPresent((comparison) -> assertThat(comparison.isNone()).isTrue());
	}

	@Test
	void whenTheBaselineHasNothingInAsManyRunsThenAVariantWithFewerRunsIsNotWorse() {
		assertThat(Comparison.none(withNothing(4, 9), withNothing(2, 2), 0.05)).isEmpty();
		assertThat(Comparison.none(withNothing(0, 9), withNothing(2, 2), 0.05)).isPresent();
	}

	private static double[] withNothing(int none, int rounds) {
		double[] values = new double[rounds];
		Arrays.fill(values, none, rounds, 100);
		return values;
	}

	@Test
	void whenRunsDidNotTakeTurnsThenTheIntervalIsThatOfWelchsTest() {
		double[] baseline = { 100, 110, 120, 90 };
		double[] variant = { 150, 210, 180 };
		Comparison comparison = Comparison.unpaired(baseline, variant, Better.LOWER, 0, 1, 0);
		// Worked out apart, with 3.5603 degrees of freedom and a 97.5 % quantile of
		// 2.91705.
		assertThat(comparison.rounds()).isEqualTo(3);
		assertThat(comparison.ratio()).isCloseTo(1.708009, within(1e-5));
		assertThat(comparison.interval()).isNotNull().satisfies((interval) -> {
			assertThat(interval.low()).isCloseTo(1.22023, within(1e-4));
			assertThat(interval.high()).isCloseTo(2.39077, within(1e-4));
		});
		assertThat(comparison.verdict()).isEqualTo(Verdict.WORSE);
		assertThat(comparison.spread()).as("there are no pairs").isNull();
		assertThat(Comparison.unpaired(baseline, variant, Better.HIGHER, 0, 1, 0).verdict()).isEqualTo(Verdict.BETTER);
	}

	@ParameterizedTest
	@CsvSource({ "0, 3", "1, 3", "3, 1", "1, 1" })
	void whenASideHasNotTwoRunsThenNothingIsShown(int runs, int otherRuns) {
		double[] baseline = new double[runs];
		Arrays.fill(baseline, 100);
		double[] variant = new double[otherRuns];
		Arrays.fill(variant, 500);
		Comparison comparison = Comparison.unpaired(baseline, variant, Better.HIGHER, 0, 1, 0);
		assertThat(comparison.verdict()).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
		assertThat(comparison.interval()).isNull();
		assertThat(comparison.ratio()).isCloseTo((runs != 0) ? 5 : 1, within(1e-9));
	}

	/** Compares by the noise of these two alone. */
	static Comparison compared(double[] baseline, double[] variant, Better better, double resolution, int comparisons) {
		return new Blocks(List.<double[][]>of(new double[][] { baseline, variant })).compare(0, 1, better, resolution,
				Comparison.FAMILY_ERROR / comparisons);
	}

}
