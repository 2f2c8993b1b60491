package dev.grpctuning.slices;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link ConfidenceSequence}. */
class ConfidenceSequenceTests {

	@ParameterizedTest
	@CsvSource({ "12, 0.05", "30, 0.01", "200, 0.0005" })
	void whenAMeanIsAtTheEndOfTheIntervalThenTheMartingaleIsAtItsBound(int n, double error) {
		double[] units = RandomGeneratorFactory.of("L64X128MixRandom").create(2).doubles(n).toArray();
		double mean = Arrays.stream(units).average().orElseThrow();
		double variance = Arrays.stream(units).map((unit) -> (unit - mean) * (unit - mean)).sum() / (n - 1);
		double mu = mean - new ConfidenceSequence(error, 30).critical(n, n - 1) * Math.sqrt(variance / n);
		double log = -2 * Math.log(error);
		double c = 30 / (log + Math.log(log) + 1);
		double s = Arrays.stream(units).map((unit) -> unit - mu).sum();
		double v = Arrays.stream(units).map((unit) -> (unit - mu) * (unit - mu)).sum();
		double martingale = Math.sqrt(c / (n + c)) * Math.pow(1 - s * s / ((n + c) * v), -n / 2.0);
		assertThat(martingale * error).isCloseTo(1, within(1e-9));
	}

	@Test
	void whenThereAreManyUnitsThenTheWidthIsThatOfTheAsymptoticSequence() {
		double error = 0.05;
		double squared = (-2 * Math.log(error) + Math.log(-2 * Math.log(error)) + 1) / 90;
		int n = 100_000;
		double asymptotic = Math
			.sqrt(2 * (n * squared + 1) / (n * squared) * Math.log(Math.sqrt(n * squared + 1) / error));
		assertThat(new ConfidenceSequence(error, 90).critical(n, n - 1)).isCloseTo(asymptotic, within(1e-3));
	}

	@Test
	void whenTheNumberOfUnitsIsTheGivenOneThenNoOtherSequenceIsMuchTighter() {
		double critical = new ConfidenceSequence(0.01, 100).critical(100, 99);
		assertThat(IntStream.of(10, 30, 60, 150, 400)
			.mapToDouble((tightest) -> new ConfidenceSequence(0.01, tightest).critical(100, 99)))
			.allSatisfy((other) -> {
				assertThat(other).isGreaterThan(critical * 0.998);
				assertThat(other).isLessThan(critical * 1.2);
			});
	}

	/** Looks after each unit from the second on. */
	@ParameterizedTest
	@ValueSource(doubles = { 0.05, 0.01 })
	void whenNothingDiffersThenTheSequenceLeavesOutZeroAsOftenAsStatedAtMost(double error) {
		double[] critical = IntStream.rangeClosed(0, 200)
			.mapToDouble((n) -> new ConfidenceSequence(error).critical(n, n - 1))
			.toArray();
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
		int experiments = 10_000;
		int wrong = 0;
		for (int i = 0; i < experiments; i++) {
			double sum = random.nextGaussian();
			double squares = sum * sum;
			for (int n = 2; n <= 200; n++) {
				double unit = random.nextGaussian();
				sum += unit;
				squares += unit * unit;
				double variance = (squares - sum * sum / n) / (n - 1);
				if (Math.abs(sum / n) > critical[n] * Math.sqrt(variance / n)) {
					wrong++;
					break;
				}
			}
		}
		assertThat((double) wrong / experiments).isBetween(error / 4, error);
	}

	@Test
	void whenThereAreTooFewUnitsThenTheIntervalHasNoEnd() {
		ConfidenceSequence sequence = new ConfidenceSequence(0.01);
		assertThat(sequence.critical(4, 3)).isInfinite();
		assertThat(sequence.critical(0.5, -0.5)).isInfinite();
		assertThat(sequence.critical(4, 30)).as("a variance from more values").isBetween(3.0, 10.0);
	}

	@Test
	void whenAnArgumentIsNotPossibleThenItIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new ConfidenceSequence(1))
			.withMessage("error: 1.0 (expected: > 0 and < 1)");
		assertThatIllegalArgumentException().isThrownBy(() -> new ConfidenceSequence(0.1, 0))
			.withMessage("tightest: 0.0 (expected: > 0)");
	}

}
