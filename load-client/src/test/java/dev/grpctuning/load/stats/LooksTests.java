package dev.grpctuning.load.stats;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Looks}. */
class LooksTests {

	@ParameterizedTest
	@CsvSource({ "0.05", "0.003", "0.00001" })
	void whenThereIsOneLookAtTheEndThenItHasTheWholeError(double error) {
		assertThat(Looks.afterLast(List.of(0.5, 1.0), error)).isCloseTo(error, within(error * 1e-6));
	}

	@Test
	void whenHalfOfTheTimeIsOverThenAnEighthOfTheErrorIsSpent() {
		assertThat(Looks.afterLast(List.of(0.25, 0.5), 0.05)).isCloseTo(0.05 / 8, within(1e-8));
		assertThat(Looks.afterLast(List.of(0.25), 0.05)).as("one round has no noise").isZero();
	}

	@Test
	void whenTheClockGoesBackOrOnThenNoMoreIsSpentThanThereIs() {
		assertThat(Looks.afterLast(List.of(0.2, 0.6, 0.5, 1.4), 0.05)).isBetween(0.03, 0.05);
		assertThat(Looks.afterLast(List.of(0.2, 0.6, 0.6), 0.05)).as("nothing left to spend").isLessThan(1e-12);
	}

	/** A sum of normal variables crosses the boundaries as often as it is to. */
	@ParameterizedTest
	@CsvSource({ "3, 0.05", "6, 0.05", "20, 0.05", "6, 0.01" })
	void whenNothingDiffersThenAllLooksTogetherAreWrongAsOftenAsStated(int rounds, double error) {
		List<Double> time = IntStream.rangeClosed(1, rounds).mapToObj((round) -> (double) round / rounds).toList();
		double[] boundaries = IntStream.rangeClosed(1, rounds)
			.mapToDouble((round) -> NormalDistribution.of(0, 1)
				.inverseSurvivalProbability(Looks.afterLast(time.subList(0, round), error) / 2))
			.toArray();
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
		int experiments = 200_000;
		int crossed = 0;
		for (int i = 0; i < experiments; i++) {
			double sum = random.nextGaussian();
			for (int round = 2; round <= rounds; round++) {
				sum += random.nextGaussian();
				if (Math.abs(sum) > boundaries[round - 1] * Math.sqrt(round)) {
					crossed++;
					break;
				}
			}
		}
		assertThat((double) crossed / experiments).isCloseTo(error, within(0.002));
	}

}
