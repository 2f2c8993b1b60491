package dev.grpctuning.load.engine;

import java.util.Random;
import java.util.function.IntToDoubleFunction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SteadyState} on series that are made up.
 */
class SteadyStateTests {

	private static final int MINUTE = 60;

	private static final int NEVER = -1;

	@Test
	void whenBothAreFlatThenItTakesTheWholeWindow() {
		assertThat(seconds((second) -> 1000, (second) -> 5000)).isEqualTo(SteadyState.WINDOW);
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
	void whenTheyAreFlatWithNoiseThenItIsFoundInAMinute(long seed) {
		Random random = new Random(seed);
		assertThat(seconds((second) -> 1000 * (1 + 0.03 * random.nextGaussian()),
				(second) -> 5000 * (1 + 0.1 * random.nextGaussian())))
			.isBetween(SteadyState.WINDOW, MINUTE);
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
		assertThat(seconds((second) -> (second < 8) ? 500 : 1000, (second) -> 5000)).isBetween(SteadyState.WINDOW, 18);
		assertThat(seconds((second) -> (second < 5) ? 500 : 1000, (second) -> 5000)).isBetween(11, 15);
	}

	@Test
	void whenTwoSecondsAreFarOffThenTheyDoNotMatter() {
		assertThat(seconds((second) -> 1000, (second) -> (second == 3 || second == 7) ? 500_000 : 5000))
			.isEqualTo(SteadyState.WINDOW);
	}

	@Test
	void whenLatenciesAreVeryShortThenTheirNoiseIsNone() {
		assertThat(seconds((second) -> 100_000, (second) -> 100 + 4 * second % 40)).isEqualTo(SteadyState.WINDOW);
		assertThat(seconds((second) -> 100_000, (second) -> 100 + 4 * second)).isEqualTo(SteadyState.WINDOW);
	}

	@Test
	void whenNothingIsAnsweredThenThatIsNotSteady() {
		assertThat(seconds((second) -> 0, (second) -> 0)).isEqualTo(NEVER);
		assertThat(seconds((second) -> (second < 20) ? 0 : 1000, (second) -> (second < 20) ? 0 : 5000)).isEqualTo(30);
		assertThat(seconds((second) -> (second % 5 == 0) ? 0 : 1000, (second) -> 5000)).isEqualTo(NEVER);
	}

	private static int seconds(IntToDoubleFunction rate, IntToDoubleFunction p99) {
		SteadyState state = new SteadyState();
		for (int second = 0; second < MINUTE; second++) {
			if (state.add(rate.applyAsDouble(second), p99.applyAsDouble(second))) {
				return second + 1;
			}
		}
		return NEVER;
	}

}
