package dev.grpctuning.load.statistics;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link MedianInterval}.
 */
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

	@Test
	void whenThereAreSixRunsThenTheIntervalIsNarrowerThanTheirRange() {
		assertThat(MedianInterval.ENOUGH_RUNS).isEqualTo(6);
		Interval interval = MedianInterval.of(new double[] { 1, 2, 3, 4, 5, 6 }, 7).interval();
		assertThat(interval.low()).isGreaterThan(1);
		assertThat(interval.high()).isLessThan(6);
	}

	@Test
	void whenThereIsNoValueThenItIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> MedianInterval.of(new double[0], 1));
	}

	@Test
	void whenManySamplesAreTakenThenMostIntervalsHoldTheTrueMedian() {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
		int held = 0;
		for (int i = 0; i < 300; i++) {
			double[] values = random.doubles(15).map((value) -> value * value).toArray();
			held += MedianInterval.of(values, i).interval().contains(0.25) ? 1 : 0;
		}
		assertThat(held).isBetween(270, 300);
	}

}
