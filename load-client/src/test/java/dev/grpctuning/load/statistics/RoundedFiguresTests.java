package dev.grpctuning.load.statistics;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * How often {@link Comparison} is right about figures that are rounded: latencies of
 * about 100 µs, in whole microseconds.
 */
class RoundedFiguresTests {

	private static final double MICROS = 100;

	private static final double RESOLUTION = 1 / MICROS;

	private static final int COMPARISONS = 8;

	private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(12);

	@ParameterizedTest
	@CsvSource({ "2, 1", "2, 8", "3, 1", "3, 8" })
	void whenAllRunsAreOneStepApartThenNoDifferenceIsShown(int rounds, int comparisons) {
		double[] baseline = filled(rounds, MICROS);
		double[] variant = filled(rounds, MICROS + 1);
		for (Better better : Better.values()) {
			assertThat(Comparison.of(baseline, variant, better, RESOLUTION, comparisons).verdict())
				.isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
			assertThat(Comparison.unpaired(baseline, variant, better, RESOLUTION, comparisons).smallestShown())
				.isNotNull()
				.isGreaterThan(RESOLUTION);
		}
	}

	@Test
	void whenAllRunsAreManyStepsApartThenTheDifferenceIsShown() {
		double[] baseline = filled(3, MICROS);
		double[] variant = filled(3, MICROS + 10);
		assertThat(Comparison.of(baseline, variant, Better.LOWER, RESOLUTION, COMPARISONS).verdict())
			.isEqualTo(Verdict.WORSE);
		assertThat(Comparison.unpaired(variant, baseline, Better.LOWER, RESOLUTION, COMPARISONS).verdict())
			.isEqualTo(Verdict.BETTER);
	}

	@Test
	void whenNoiseIsGreaterThanAStepThenTheStepDoesNotMatter() {
		double[] baseline = { 100, 104, 97, 101 };
		double[] variant = { 108, 109, 103, 110 };
		assertThat(Comparison.of(baseline, variant, Better.LOWER, RESOLUTION, 1))
			.isEqualTo(Comparison.of(baseline, variant, Better.LOWER, 0, 1));
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3 })
	void whenNothingDiffersThenAtMostOneExperimentOfTwentySaysThatSomethingDoes(int rounds) {
		int experiments = 2000;
		int wrong = 0;
		int wrongWithoutResolution = 0;
		for (int i = 0; i < experiments; i++) {
			boolean shown = false;
			boolean shownWithout = false;
			for (int comparison = 0; comparison < COMPARISONS; comparison++) {
				double micros = MICROS + this.random.nextDouble();
				double[] baseline = runs(rounds, micros);
				double[] again = runs(rounds, micros);
				shown |= isShown(Comparison.of(baseline, again, Better.LOWER, RESOLUTION, COMPARISONS));
				shownWithout |= isShown(Comparison.of(baseline, again, Better.LOWER, 0, COMPARISONS));
			}
			wrong += shown ? 1 : 0;
			wrongWithoutResolution += shownWithout ? 1 : 0;
		}
		assertThat(wrong).isLessThanOrEqualTo(experiments / 20);
		assertThat(wrongWithoutResolution).as("what the rounding does").isGreaterThan(experiments / 10);
	}

	@Test
	void whenTheResolutionIsNoShareThenItIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> Comparison.of(new double[2], new double[2], Better.LOWER, Double.NaN, 1))
			.withMessage("resolution: NaN (expected: >= 0)");
	}

	/**
	 * Runs whose noise is half of a step.
	 */
	private double[] runs(int rounds, double micros) {
		double[] values = new double[rounds];
		Arrays.setAll(values, (round) -> Math.rint(micros + 0.5 * this.random.nextGaussian()));
		return values;
	}

	private static boolean isShown(Comparison comparison) {
		return comparison.verdict() != Verdict.NO_DIFFERENCE_SHOWN;
	}

	private static double[] filled(int rounds, double value) {
		double[] values = new double[rounds];
		Arrays.fill(values, value);
		return values;
	}

}
