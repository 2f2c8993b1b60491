package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.load.stats.Comparison.Verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * How often {@link Comparison} is right about figures that are rounded: latencies of
 * about 100 µs, in whole microseconds.
 */
class RoundedFiguresTests {

	private static final double MICROS = 100;

	private static final double RESOLUTION = 1 / MICROS;

	private static final int COMPARISONS = 8;

	private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(12);

	/** Such as of 100.49 and 100.51 µs. */
	@ParameterizedTest
	@MethodSource("roundsAndComparisons")
	void whenAllRunsAreOneStepApartThenTheyAreTheSame(int rounds, int comparisons) {
		assertVerdicts(rounds, 1, comparisons, Verdict.SAME, Verdict.SAME);
	}

	@ParameterizedTest
	@MethodSource("roundsAndComparisons")
	void whenAllRunsAreTwoStepsApartOrMoreThenTheDifferenceIsShown(int rounds, int comparisons) {
		for (int steps : new int[] { 2, 3, 10 }) {
			assertVerdicts(rounds, steps, comparisons, Verdict.WORSE, Verdict.BETTER);
		}
	}

	static Stream<Arguments> roundsAndComparisons() {
		return IntStream.rangeClosed(2, 10)
			.boxed()
			.flatMap((rounds) -> Stream.of(Arguments.of(rounds, 1), Arguments.of(rounds, COMPARISONS)));
	}

	private static void assertVerdicts(int rounds, int steps, int comparisons, Verdict slower, Verdict quicker) {
		double[] low = filled(rounds, MICROS);
		double[] high = filled(rounds, MICROS + steps);
		assertThat(List.of(ComparisonTests.compared(low, high, Better.LOWER, RESOLUTION, comparisons),
				Comparison.unpaired(low, high, Better.LOWER, RESOLUTION, comparisons, 0)))
			.allSatisfy((comparison) -> {
				assertThat(comparison.verdict()).isEqualTo(slower);
				assertThat(comparison.minimumDetectableEffect()).as("two steps").isCloseTo(0.0202, within(1e-5));
			});
		assertThat(List.of(ComparisonTests.compared(high, low, Better.LOWER, RESOLUTION, comparisons),
				Comparison.unpaired(high, low, Better.LOWER, RESOLUTION, comparisons, 0)))
			.extracting(Comparison::verdict)
			.containsOnly(quicker);
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0, 0.1, 0.2, 0.3, 0.5, 1, 3 })
	void whenFiguresDifferByAFewStepsThenTheIntervalHoldsTheirRatioInNineteenOfTwentyExperiments(double noise) {
		int experiments = 1000;
		for (int rounds = 2; rounds <= 10; rounds++) {
			int missed = 0;
			int missedUnpaired = 0;
			for (int i = 0; i < experiments; i++) {
				double micros = MICROS + this.random.nextDouble();
				double slower = micros + 2 * this.random.nextDouble();
				double[] baseline = runs(rounds, micros, noise);
				double[] variant = runs(rounds, slower, noise);
				double resolution = 1 / Math.min(least(baseline), least(variant));
				missed += holds(ComparisonTests.compared(baseline, variant, Better.LOWER, resolution, 1),
						slower / micros) ? 0 : 1;
				missedUnpaired += holds(Comparison.unpaired(baseline, variant, Better.LOWER, resolution, 1, 0),
						slower / micros) ? 0 : 1;
			}
			// One of twenty, and three standard deviations of that.
			assertThat(missed).as("%d rounds", rounds).isLessThanOrEqualTo(70);
			assertThat(missedUnpaired).as("%d runs", rounds).isLessThanOrEqualTo(70);
		}
	}

	private static boolean holds(Comparison comparison, double ratio) {
		return comparison.interval() != null && comparison.interval().contains(ratio);
	}

	private static double least(double[] values) {
		return Arrays.stream(values).min().orElseThrow();
	}

	/** Runs whose noise is so many steps. */
	private double[] runs(int rounds, double micros, double noise) {
		double[] values = new double[rounds];
		Arrays.setAll(values, (round) -> Math.rint(micros + noise * this.random.nextGaussian()));
		return values;
	}

	private static double[] filled(int rounds, double value) {
		double[] values = new double[rounds];
		Arrays.fill(values, value);
		return values;
	}

}
