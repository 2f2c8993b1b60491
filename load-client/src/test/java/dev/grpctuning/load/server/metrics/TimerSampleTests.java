package dev.grpctuning.load.server.metrics;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link TimerSample}. */
class TimerSampleTests {

	private static final TimerSample EARLIER = timer(100, 1,
			Map.of(0.01, 60.0, 0.1, 90.0, Double.POSITIVE_INFINITY, 100.0));

	private static final TimerSample LATER = timer(300, 11,
			Map.of(0.01, 70.0, 0.1, 250.0, Double.POSITIVE_INFINITY, 300.0));

	@Test
	void whenTimeHasPassedThenTheDifferenceIsWhatWasNotedInIt() {
		TimerSample since = Objects.requireNonNull(LATER.since(EARLIER));
		assertThat(since).isEqualTo(timer(200, 10, Map.of(0.01, 10.0, 0.1, 160.0, Double.POSITIVE_INFINITY, 200.0)));
		assertThat(since.meanMicros()).isEqualTo(50_000);
	}

	@Test
	void whenTheTimerBeganAnewThenItSaysNothing() {
		assertThat(EARLIER.since(LATER)).isNull();
	}

	@Test
	void whenAQuantileIsWithinABucketThenItIsInterpolatedAsPrometheusDoes() {
		// 60 below 10 ms and 30 more up to 100 ms: the 75th of 100 is half of these.
		assertThat(EARLIER.quantileMicros(0.75)).isCloseTo(55_000, within(1e-6));
		assertThat(EARLIER.quantileMicros(0.3)).isCloseTo(5_000, within(1e-6));
	}

	@Test
	void whenAQuantileIsAboveTheLastBoundThenItIsThatBound() {
		assertThat(EARLIER.quantileMicros(0.99)).isCloseTo(100_000, within(1e-6));
	}

	@Test
	void whenTheLongestIsAskedForThenItIsInItsBucketAndNoLongerThanAllTogether() {
		assertThat(EARLIER.maxMicros()).as("one in the last bucket, and a second of all").isCloseTo(1e6, within(1e-6));
		assertThat(timer(5, 9, Map.of(0.1, 4.0, 2.0, 5.0, Double.POSITIVE_INFINITY, 5.0)).maxMicros()).isEqualTo(2e6);
		assertThat(timer(5, 0.9, Map.of(0.1, 4.0, 2.0, 5.0)).maxMicros()).isCloseTo(900_000, within(1e-6));
		assertThat(TimerSample.NONE.maxMicros()).isNull();
	}

	@Test
	void whenFewTimesWereNotedThenTheyHaveNoHighQuantile() {
		assertThat(timer(99, 1, Map.of()).hasQuantile(0.99)).isFalse();
		assertThat(timer(100, 1, Map.of()).hasQuantile(0.99)).isTrue();
		assertThat(timer(2, 1, Map.of()).hasQuantile(0.5)).isTrue();
	}

	@Test
	void whenNothingWasNotedOrThereIsNoHistogramThenThereIsNoQuantile() {
		assertThat(TimerSample.NONE.quantileMicros(0.5)).isNull();
		assertThat(TimerSample.NONE.meanMicros()).isNull();
		assertThat(timer(3, 1, Map.of()).quantileMicros(0.5)).isNull();
	}

	private static TimerSample timer(double count, double seconds, Map<Double, Double> buckets) {
		return new TimerSample(count, seconds, new TreeMap<>(buckets));
	}

}
