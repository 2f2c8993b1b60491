package dev.grpctuning.load.schedule;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link PoissonProcess}. */
class PoissonArrivalsTests {

	private static final long SEED = 42;

	private static final double NANOS = 1e9;

	private static final int CALLS = 100_000;

	/**
	 * What the Kolmogorov-Smirnov distance of that many values from their own
	 * distribution exceeds in one case of a thousand.
	 */
	private static final double CRITICAL = 1.95 / Math.sqrt(CALLS);

	private static ArrivalSchedule schedule(double callsPerSecond) {
		return Arrivals.POISSON.at(new Rate.Constant(callsPerSecond), SEED);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 42, -7, Long.MAX_VALUE })
	void whenGapsAreTakenThenTheyAreExponential(long seed) {
		double[] gaps = gaps(Arrivals.POISSON.at(new Rate.Constant(1000), seed));
		assertThat(distance(gaps, (seconds) -> 1 - Math.exp(-seconds * 1000))).isLessThan(CRITICAL);
	}

	@Test
	void whenGapsAreEvenOrUniformThenTheSameCheckFindsThatOut() {
		DoubleUnaryOperator exponential = (seconds) -> 1 - Math.exp(-seconds * 1000);
		assertThat(distance(gaps(Arrivals.CONSTANT.at(new Rate.Constant(1000), SEED)), exponential))
			.isGreaterThan(CRITICAL);
		assertThat(distance(gaps(Arrivals.POISSON.at(new Rate.Constant(1020), SEED)), exponential))
			.isGreaterThan(CRITICAL);
	}

	@Test
	void whenGapsFollowEachOtherThenTheyAreIndependent() {
		double[] gaps = gaps(schedule(1000));
		double mean = Arrays.stream(gaps).average().orElseThrow();
		double product = 0;
		double square = 0;
		for (int i = 1; i < gaps.length; i++) {
			product += (gaps[i] - mean) * (gaps[i - 1] - mean);
			square += (gaps[i] - mean) * (gaps[i] - mean);
		}
		// Two calls in a block know of each other that the block is full: -1 / 1024.
		assertThat(Math.abs(product / square)).isLessThan(1.0 / 1024 + 3.3 / Math.sqrt(gaps.length));
	}

	@Test
	void whenCallsAreCountedInShortTimesThenTheirVarianceIsTheirMean() {
		ArrivalSchedule schedule = schedule(1000);
		int[] counts = new int[CALLS / 10];
		for (int call = 0; call < CALLS; call++) {
			int slot = (int) (schedule.dueNanos(call) / 10_000_000);
			if (slot < counts.length) {
				counts[slot]++;
			}
		}
		double mean = Arrays.stream(counts).average().orElseThrow();
		double variance = Arrays.stream(counts).mapToDouble((count) -> (count - mean) * (count - mean)).sum()
				/ (counts.length - 1);
		assertThat(variance / mean).isBetween(0.93, 1.05);
	}

	@ParameterizedTest
	@ValueSource(longs = { -2, 0, 1, 1000 })
	void whenSeedsAreNeighboursThenTheyDoNotShareTheirBlocks(long seed) {
		ArrivalSchedule one = Arrivals.POISSON.at(new Rate.Constant(1000), seed);
		ArrivalSchedule next = Arrivals.POISSON.at(new Rate.Constant(1000), seed + 1);
		assertThat(one.dueNanos(1024 + 10) - one.dueNanos(1024)).isNotEqualTo(next.dueNanos(10));
		assertThat(next.dueNanos(1024 + 10) - next.dueNanos(1024)).isNotEqualTo(one.dueNanos(10));
	}

	@Test
	void whenSeedIsTheSameThenDueTimesAreTheSameOnEveryMachine() {
		ArrivalSchedule schedule = Arrivals.POISSON.at(new Rate.Constant(200), 1);
		assertThat(new long[] { schedule.dueNanos(1), schedule.dueNanos(2), schedule.dueNanos(100_000) })
			.containsExactly(2_263_470, 16_434_146, 499_995_226_043L);
	}

	private static double[] gaps(ArrivalSchedule schedule) {
		double[] gaps = new double[CALLS];
		for (int i = 0; i < CALLS; i++) {
			gaps[i] = (schedule.dueNanos(i + 1) - schedule.dueNanos(i)) / NANOS;
		}
		return gaps;
	}

	/**
	 * Kolmogorov and Smirnov's distance: the largest one between the share of values that
	 * are at most x and what a distribution says of it.
	 */
	private static double distance(double[] values, DoubleUnaryOperator distribution) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		double largest = 0;
		for (int i = 0; i < sorted.length; i++) {
			double expected = distribution.applyAsDouble(sorted[i]);
			largest = Math.max(largest,
					Math.max(expected - (double) i / sorted.length, (double) (i + 1) / sorted.length - expected));
		}
		return largest;
	}

}
