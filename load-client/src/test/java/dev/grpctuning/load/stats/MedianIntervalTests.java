package dev.grpctuning.load.stats;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link MedianInterval}. */
class MedianIntervalTests {

	@Test
	void whenThereIsOneValueThenTheIntervalIsIt() {
		assertThat(MedianInterval.of(new double[] { 7 }, 1)).isEqualTo(new MedianInterval(7, new Interval(7, 7)));
	}

	@Test
	void whenTheSeedIsTheSameThenSoIsTheInterval() {
		double[] values = { 3, 1, 2, 5, 4 };
		MedianInterval once = MedianInterval.of(values, 42);
		assertThat(once).isEqualTo(MedianInterval.of(values, 42));
		assertThat(once.median()).isEqualTo(3);
		assertThat(once.interval()).isEqualTo(new Interval(1, 5));
		assertThat(values).as("left as it is").containsExactly(3, 1, 2, 5, 4);
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 4, 5 })
	void whenThereAreFewerThanSixRunsThenTheIntervalIsTheirRange(int runs) {
		double[] values = IntStream.rangeClosed(1, runs).asDoubleStream().toArray();
		assertThat(MedianInterval.of(values, 7).interval()).isEqualTo(new Interval(1, runs));
	}

	/**
	 * Bounds from a table of the sign test: David and Nagaraja, Order Statistics (2003).
	 */
	@ParameterizedTest
	@CsvSource({ "6, 1", "7, 1", "8, 1", "9, 2", "11, 2", "12, 3", "15, 4", "20, 6" })
	void whenThereAreEnoughRunsThenTheIntervalIsAtLeastThatOfTheOrderStatistics(int runs, int least) {
		assertThat(MedianInterval.ENOUGH_RUNS).isEqualTo(6);
		double[] values = IntStream.rangeClosed(1, runs).asDoubleStream().toArray();
		Interval interval = MedianInterval.of(values, 7).interval();
		assertThat(interval.low()).isLessThanOrEqualTo(least);
		assertThat(interval.high()).isGreaterThanOrEqualTo(runs + 1 - least);
	}

	@ParameterizedTest
	@ValueSource(ints = { 9, 12, 20 })
	void whenThereAreMoreRunsThenTheIntervalIsNarrowerThanTheirRange(int runs) {
		double[] values = IntStream.rangeClosed(1, runs).asDoubleStream().toArray();
		Interval interval = MedianInterval.of(values, 7).interval();
		assertThat(interval.low()).isGreaterThan(1);
		assertThat(interval.high()).isLessThan(runs);
	}

	@Test
	void whenThereIsNoValueThenItIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> MedianInterval.of(new double[0], 1));
	}

	/** Of a lopsided distribution. */
	@ParameterizedTest
	@ValueSource(ints = { 6, 7, 8, 9, 10, 11, 12, 15 })
	void whenManySamplesAreTakenThenNineteenOfTwentyIntervalsHoldTheTrueMedian(int runs) {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
		int samples = 500;
		int held = 0;
		for (int i = 0; i < samples; i++) {
			double[] values = random.doubles(runs).map((value) -> value * value).toArray();
			held += MedianInterval.of(values, i).interval().contains(0.25) ? 1 : 0;
		}
		// 95 %, less two standard deviations of that.
		assertThat(held).isGreaterThanOrEqualTo(465);
	}

}
