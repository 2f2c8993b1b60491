package dev.grpctuning.load.engine;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.plan.Warmup.UntilSteady;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SteadyState} on series that are made up. */
class SteadyStateTests {

	private static final int MINUTE = 60;

	private static final int NEVER = -1;

	@Test
	void whenBothAreFlatThenItTakesTheWholeWindow() {
		assertThat(seconds((second) -> 1000, (second) -> 5000)).isEqualTo(UntilSteady.WINDOW);
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0.02, 0.05, -0.02, -0.05 })
	void whenThePercentileGoesOnChangingThenItIsNeverFlat(double share) {
		assertThat(seconds((second) -> 1000, (second) -> 50_000 * Math.pow(1 + share, second))).isEqualTo(NEVER);
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0.01, 0.05, -0.01, -0.05 })
	void whenTheRateGoesOnChangingThenItIsNeverFlat(double share) {
		assertThat(seconds((second) -> 1000 * Math.pow(1 + share, second), (second) -> 5000)).isEqualTo(NEVER);
	}

	@Test
	void whenItComesToRestThenItIsFlatOnceTheWindowSeesNothingElse() {
		// What is above the rest falls by half every three seconds: 5 ms after 10 s, 1 ms
		// after 17 s.
		int seconds = seconds((second) -> 1000, (second) -> 5000 + 50_000 * Math.pow(0.5, second / 3.0));
		assertThat(seconds).isBetween(20, 32);
	}

	@Test
	void whenItStepsOnceThenItIsFlatAfterThat() {
		assertThat(seconds((second) -> (second < 8) ? 500 : 1000, (second) -> 5000)).isBetween(UntilSteady.WINDOW, 18);
		assertThat(seconds((second) -> (second < 5) ? 500 : 1000, (second) -> 5000)).isBetween(11, 15);
	}

	@Test
	void whenTwoSecondsAreFarOffThenTheyDoNotMatter() {
		assertThat(seconds((second) -> 1000, (second) -> (second == 3 || second == 7) ? 500_000 : 5000))
			.isEqualTo(UntilSteady.WINDOW);
	}

	@Test
	void whenLatenciesAreVeryShortThenTheirNoiseIsNone() {
		assertThat(seconds((second) -> 100_000, (second) -> 100 + 4 * second % 40)).isEqualTo(UntilSteady.WINDOW);
		assertThat(seconds((second) -> 100_000, (second) -> 100 + 4 * second)).isEqualTo(UntilSteady.WINDOW);
	}

	@Test
	void whenNothingIsAnsweredThenThatIsNotSteady() {
		assertThat(seconds((second) -> 0, (second) -> 0)).isEqualTo(NEVER);
		assertThat(seconds((second) -> (second < 20) ? 0 : 1000, (second) -> (second < 20) ? 0 : 5000)).isEqualTo(30);
		assertThat(seconds((second) -> (second % 5 == 0) ? 0 : 1000, (second) -> 5000)).isEqualTo(NEVER);
	}

	@ParameterizedTest
	@CsvSource({ "0.01, 0.05, 15", "0.03, 0.1, 20", "0.05, 0.2, 30", "0.1, 0.05, 30", "0.1, 0.3, 45" })
	void whenAFlatLoadIsNoisierThenItTakesLongerToShow(double rateNoise, double p99Noise, int intervals) {
		assertThat(foundWithin(intervals, rateNoise, p99Noise, (interval) -> 1000, (interval) -> 5000)).as("of 300")
			.isGreaterThan(285);
	}

	/** The least noise of the percentile hides nothing: the rate alone must show it. */
	@Test
	void whenTheRateGrowsByThirtyPercentWithNoiseOfTenThenTheNoiseDoesNotPassForSteadiness() {
		assertThat(foundWithin(20, 0.1, 0, (interval) -> 1000 * (1 + 0.3 * interval / 19), (interval) -> 5000))
			.as("of 300")
			.isLessThan(15);
	}

	@Test
	void whenThePercentileFallsByHalfWithNoiseOfThirtyPercentThenTheNoiseDoesNotPassForSteadiness() {
		assertThat(foundWithin(20, 0, 0.3, (interval) -> 1000, (interval) -> 5000 * Math.pow(0.5, interval / 19.0)))
			.as("of 300")
			.isLessThan(15);
	}

	@Test
	void whenTheLoadWarmsUpWithNoiseThenItIsNotFlatBeforeThat() {
		// What is missing falls to a third every eight intervals: of 80 % of the rate
		// some 8 % are left after 18.
		IntToDoubleFunction missing = (interval) -> Math.exp(-interval / 8.0);
		assertThat(foundWithin(18, 0.1, 0.3, (interval) -> 1000 * (1 - 0.8 * missing.applyAsDouble(interval)),
				(interval) -> 5000 * (1 + 3 * missing.applyAsDouble(interval))))
			.as("of 300")
			.isLessThan(15);
	}

	/** In how many of 300 noisy series a flat load is found so soon. */
	private static long foundWithin(int intervals, double rateNoise, double p99Noise, IntToDoubleFunction rate,
			IntToDoubleFunction p99) {
		return LongStream.range(0, 300).filter((seed) -> {
			Random random = new Random(seed);
			int found = intervals(intervals,
					(interval) -> rate.applyAsDouble(interval) * (1 + rateNoise * random.nextGaussian()),
					(interval) -> p99.applyAsDouble(interval) * Math.exp(p99Noise * random.nextGaussian()));
			return found != NEVER;
		}).count();
	}

	private static int seconds(IntToDoubleFunction rate, IntToDoubleFunction p99) {
		return intervals(MINUTE, rate, p99);
	}

	private static int intervals(int most, IntToDoubleFunction rate, IntToDoubleFunction p99) {
		SteadyState state = new SteadyState();
		for (int interval = 0; interval < most; interval++) {
			if (state.add(rate.applyAsDouble(interval), p99.applyAsDouble(interval))) {
				return interval + 1;
			}
		}
		return NEVER;
	}

}
