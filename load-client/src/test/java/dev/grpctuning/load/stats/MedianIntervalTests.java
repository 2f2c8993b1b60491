package dev.grpctuning.load.stats;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link MedianInterval}. */
class MedianIntervalTests {

	@Test
	void whenItIsComputedThenTheValuesAreLeftAsTheyAre() {
		double[] values = { 3, 1, 2, 5, 4 };
		assertThat(MedianInterval.of(values)).isEqualTo(new MedianInterval(3, new Interval(1, 5)));
		assertThat(values).containsExactly(3, 1, 2, 5, 4);
	}

	/**
	 * Bounds from a table of the sign test: David and Nagaraja, Order Statistics (2003).
	 */
	@ParameterizedTest
	@CsvSource({ "1, 1", "2, 1", "5, 1", "6, 1", "8, 1", "9, 2", "11, 2", "12, 3", "15, 4", "20, 6" })
	void whenThereAreRunsThenTheIntervalIsThatOfTheOrderStatistics(int runs, int least) {
		assertThat(MedianInterval.ENOUGH_RUNS).isEqualTo(6);
		double[] values = IntStream.rangeClosed(1, runs).asDoubleStream().toArray();
		assertThat(MedianInterval.of(values).interval()).isEqualTo(new Interval(least, runs + 1 - least));
	}

}
