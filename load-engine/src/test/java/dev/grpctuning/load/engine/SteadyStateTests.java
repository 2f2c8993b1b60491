package dev.grpctuning.load.engine;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.WarmupWatch.SteadyState;
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
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
	void whenTheyAreFlatWithNoiseThenItIsFoundInAMinute(long seed) {
		Random random = new Random(seed);
		assertThat(seconds((second) -> 1000 * (1 + 0.03 * random.nextGaussian()),
				(second) -> 5000 * (1 + 0.1 * random.nextGaussian())))
			.isBetween(UntilSteady.WINDOW, MINUTE);
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

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
	void whenItFallsWithNoiseThenItIsNotTakenForFlat(long seed) {
		Random random = new Random(seed);
		assertThat(seconds((second) -> 1000,
				(second) -> 500_000 * Math.pow(0.94, second) * (1 + 0.05 * random.nextGaussian())))
			.isEqualTo(NEVER);
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

	@Test
	void whenShortIntervalsAreUnevenButShowNoTrendThenTheyAreSoonFlat() {
		assertThat(foundWithin(20, 0)).as("of 300").isGreaterThan(290);
	}

	@Test
	void whenShortIntervalsShowATrendThenTheyAreNotFlatBeforeItEnds() {
		// What is missing falls to a third every eight intervals: of 80 % of the rate
		// some
		// 13 % are left after 15.
		assertThat(foundWithin(15, 8)).as("of 300").isLessThan(15);
	}

	/**
	 * In how many of 300 series of intervals, with noise of 10 % of the rate and 30 % of
	 * the percentile, a flat load is found so soon.
	 */
	private static long foundWithin(int intervals, double warmingUp) {
		return LongStream.range(0, 300).filter((seed) -> {
			Random random = new Random(seed);
			IntToDoubleFunction missing = (interval) -> (warmingUp != 0) ? Math.exp(-interval / warmingUp) : 0;
			int found = intervals(new SteadyState(true),
					(interval) -> 1000 * (1 - 0.8 * missing.applyAsDouble(interval))
							* (1 + 0.1 * random.nextGaussian()),
					(interval) -> 5000 * (1 + 3 * missing.applyAsDouble(interval))
							* Math.exp(0.3 * random.nextGaussian()));
			return found != NEVER && found <= intervals;
		}).count();
	}

	private static int seconds(IntToDoubleFunction rate, IntToDoubleFunction p99) {
		return intervals(new SteadyState(false), rate, p99);
	}

	private static int intervals(SteadyState state, IntToDoubleFunction rate, IntToDoubleFunction p99) {
		for (int second = 0; second < MINUTE; second++) {
			if (state.add(rate.applyAsDouble(second), p99.applyAsDouble(second))) {
				return second + 1;
			}
		}
		return NEVER;
	}

}
