package dev.grpctuning.load.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often {@link Comparison} is right, by simulation of whole experiments: a baseline,
 * a variant and the baseline once more, four metrics, ten rounds whose order changes.
 * <p>
 * The machine drifts: single runs swing by ±30 % (two standard deviations), and
 * neighbours are alike. Each run has a noise of its own besides, of 3 %: then ten rounds
 * find 10 %. How much of it there is depends on the hour: twelve rounds of one and the
 * same, of 10 s each, once swung by ±25 % in all, and by 9.5 % (one standard deviation)
 * in the ratios of their pairs, which is 6.5 % of each run's own. To find 10 % then takes
 * twenty rounds, and the minimum detectable effect is larger than 10 % with fewer.
 */
class NoisyExperimentTests {

	private static final int ROUNDS = 10;

	private static final int METRICS = 4;

	private static final int COMPARISONS = 2 * METRICS;

	private static final double DRIFT = 0.13;

	private static final double OWN_NOISE = 0.03;

	private static final double OWN_NOISE_OF_A_BAD_HOUR = 0.065;

	private static final double LIKENESS = 0.98;

	/** Of calls per second in runs of ten seconds. */
	private static final double RESOLUTION = 1 / 500_000.0;

	private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(20);

	@Test
	void whenNothingDiffersThenAtMostOneExperimentOfTwentySaysThatSomethingDoes() {
		int experiments = 2000;
		int wrong = 0;
		for (int i = 0; i < experiments; i++) {
			wrong += anyShown(1) ? 1 : 0;
		}
		assertThat(wrong).isLessThanOrEqualTo(experiments / 20);
	}

	@Test
	void whenAVariantIsTenPercentSlowerThenNineOfTenExperimentsFindIt() {
		int experiments = 500;
		int found = 0;
		for (int i = 0; i < experiments; i++) {
			Comparison comparison = experiment(0.9).getFirst();
			found += (comparison.verdict() == Verdict.WORSE) ? 1 : 0;
		}
		assertThat(found).isGreaterThanOrEqualTo(experiments * 9 / 10);
	}

	/**
	 * The rate of one variant, the same among as many comparisons as the executors
	 * experiment makes, and p99, whose pairs were 21 % apart.
	 */
	@ParameterizedTest
	@CsvSource({ "20, 0.065, 8", "26, 0.065, 60", "80, 0.15, 8" })
	void whenRunsHaveMoreNoiseOfTheirOwnThenMoreRoundsFindIt(int rounds, double ownNoise, int comparisons) {
		int experiments = 500;
		int found = 0;
		int wrong = 0;
		for (int i = 0; i < experiments; i++) {
			List<Comparison> compared = experiment(0.9, rounds, ownNoise, comparisons);
			found += (compared.getFirst().verdict() == Verdict.WORSE) ? 1 : 0;
			wrong += (compared.getLast().verdict() != Verdict.NO_DIFFERENCE_SHOWN) ? 1 : 0;
		}
		assertThat(found).isGreaterThanOrEqualTo(experiments * 9 / 10);
		assertThat(wrong).as("of a baseline and itself").isLessThanOrEqualTo(experiments / 20);
	}

	@Test
	void whenRunsHaveMoreNoiseOfTheirOwnThenTenRoundsFindItInHalfOfTheExperimentsOnly() {
		int experiments = 500;
		int found = 0;
		for (int i = 0; i < experiments; i++) {
			Comparison comparison = experiment(0.9, ROUNDS, OWN_NOISE_OF_A_BAD_HOUR, COMPARISONS).getFirst();
			found += (comparison.verdict() == Verdict.WORSE) ? 1 : 0;
		}
		assertThat(found).isBetween(experiments * 4 / 10, experiments * 6 / 10);
	}

	@Test
	void whenTheSmallestDifferenceIsStatedThenNineOfTenExperimentsFindOneOfThatSize() {
		double stated = 0;
		for (int i = 0; i < 200; i++) {
			Double smallest = experiment(1).getFirst().minimumDetectableEffect();
			stated += ((smallest != null) ? smallest : Double.NaN) / 200;
		}
		int found = 0;
		for (int i = 0; i < 500; i++) {
			found += (experiment(1 + stated).getFirst().verdict() == Verdict.BETTER) ? 1 : 0;
		}
		assertThat(found).isBetween(425, 475);
	}

	private boolean anyShown(double factor) {
		for (int metric = 0; metric < METRICS; metric++) {
			for (Comparison comparison : experiment(factor)) {
				if (comparison.verdict() != Verdict.NO_DIFFERENCE_SHOWN) {
					return true;
				}
			}
		}
		return false;
	}

	/**
	 * Runs one metric of an experiment: the variant against the baseline, and the
	 * baseline once more against itself.
	 */
	private List<Comparison> experiment(double factor) {
		return experiment(factor, ROUNDS, OWN_NOISE, COMPARISONS);
	}

	private List<Comparison> experiment(double factor, int rounds, double ownNoise, int comparisons) {
		double[][] values = new double[3][rounds];
		double drift = DRIFT * this.random.nextGaussian();
		for (int round = 0; round < rounds; round++) {
			List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
			Collections.rotate(order, -(round / 2));
			for (int variant : (round % 2 != 0) ? order.reversed() : order) {
				drift = LIKENESS * drift + Math.sqrt(1 - LIKENESS * LIKENESS) * DRIFT * this.random.nextGaussian();
				values[variant][round] = 50_000 * Math.exp(drift + ownNoise * this.random.nextGaussian());
			}
		}
		for (int round = 0; round < rounds; round++) {
			values[1][round] *= factor;
		}
		return List.of(Comparison.of(values[0], values[1], Better.HIGHER, RESOLUTION, comparisons),
				Comparison.of(values[0], values[2], Better.HIGHER, RESOLUTION, comparisons));
	}

}
