package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.Warmup.UntilSteady;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link WarmupWatch}. */
class WarmupWatchTests {

	private final WarmupWatch watch = new WarmupWatch(this::endInterval, Duration.ofSeconds(1), 0);

	private long calls;

	private long p99Millis;

	private long now;

	@Test
	void whenSecondsAreAlikeThenItIsSteadyAfterTheWindow() {
		for (int second = 1; second < UntilSteady.WINDOW; second++) {
			assertThat(second(100, 5)).isFalse();
		}
		assertThat(second(100, 5)).isTrue();
	}

	@Test
	void whenASecondWasLongerThenItsRateIsThatOfASecond() {
		for (int second = 1; second < UntilSteady.WINDOW; second++) {
			answer(100 * second, 5);
			assertThat(end(second)).isFalse();
		}
		answer(100, 5);
		assertThat(end(1)).isTrue();
	}

	@Test
	void whenTicksComeAllAtOnceThenTheyAreOneMoment() {
		for (int second = 1; second < 3 * UntilSteady.WINDOW; second++) {
			assertThat(end(0.4)).isFalse();
		}
		assertThat(second(100, 5)).isFalse();
	}

	@Test
	void whenResponseTimesGrowThenItIsNotSteady() {
		for (int second = 0; second < 3 * UntilSteady.WINDOW; second++) {
			assertThat(second(100, 5 + second)).isFalse();
		}
	}

	private boolean second(int calls, int millis) {
		answer(calls, millis);
		return end(1);
	}

	private boolean end(double seconds) {
		this.now += Math.round(seconds * 1e9);
		return this.watch.end(this.now);
	}

	private void answer(int calls, int millis) {
		this.calls += calls;
		this.p99Millis = millis;
	}

	private WarmupFigures endInterval() {
		WarmupFigures ended = new WarmupFigures(this.calls, TimeUnit.MILLISECONDS.toMicros(this.p99Millis), 0);
		this.calls = 0;
		this.p99Millis = 0;
		return ended;
	}

}
