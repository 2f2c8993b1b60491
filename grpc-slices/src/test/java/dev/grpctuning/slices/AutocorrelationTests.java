package dev.grpctuning.slices;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Autocorrelation}. */
class AutocorrelationTests {

	@ParameterizedTest
	@ValueSource(doubles = { 0, 0.3, 0.6 })
	void whenThereAreManyUnitsThenTheNumberIsThatOfTheProcess(double correlation) {
		int n = 100_000;
		double[] units = Noise.autoregressive(1, correlation).units(Noise.random(1), n);
		assertThat(Autocorrelation.independentUnits(units) / n).isCloseTo((1 - correlation) / (1 + correlation),
				within(0.02));
	}

	@Test
	void whenThereAreFewUnitsThenTheirCorrelationIsHardlyEverTakenForTooSmall() {
		RandomGenerator random = Noise.random(2);
		int more = 0;
		for (int i = 0; i < 1000; i++) {
			double[] units = Noise.autoregressive(1, 0.3).units(random, 30);
			more += (Autocorrelation.independentUnits(units) > 30 * 0.7 / 1.3) ? 1 : 0;
		}
		assertThat(more).isBetween(50, 200);
	}

	@Test
	void whenNeighboursDifferThenThereAreNoMoreThanTheUnits() {
		double[] units = new double[40];
		Arrays.setAll(units, (i) -> i % 2);
		assertThat(Autocorrelation.independentUnits(units)).isEqualTo(40);
	}

	@Test
	void whenThereIsNothingToSeeThenItIsLessThanOneUnit() {
		assertThat(Autocorrelation.independentUnits(new double[0])).isZero();
		assertThat(Autocorrelation.independentUnits(new double[1])).isBetween(0.0, 1.0);
		assertThat(Autocorrelation.independentUnits(new double[100])).isBetween(50.0, 100.0);
	}

}
