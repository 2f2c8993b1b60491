package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WarmupWatch}.
 */
class WarmupWatchTests {

	private final List<String> told = new ArrayList<>();

	private final WarmupWatch watch = new WarmupWatch(new CallObserver() {

		@Override
		public void sent(long lagNanos) {
			WarmupWatchTests.this.told.add("sent " + lagNanos);
		}

		@Override
		public void answered(long serviceNanos, long responseNanos) {
			WarmupWatchTests.this.told.add("answered " + serviceNanos + " " + responseNanos);
		}

		@Override
		public void failed(Status.Code status) {
			WarmupWatchTests.this.told.add("failed " + status);
		}

		@Override
		public void cancelled() {
			WarmupWatchTests.this.told.add("cancelled");
		}

	}, Duration.ofSeconds(1));

	private long now;

	@Test
	void whenCallsAreObservedThenTheNextObserverIsToldToo() {
		this.watch.sent(1);
		this.watch.answered(2, 3);
		this.watch.failed(Status.Code.ABORTED);
		this.watch.cancelled();
		this.watch.close();
		this.watch.answered(4, 5);
		assertThat(this.told).containsExactly("sent 1", "answered 2 3", "failed ABORTED", "cancelled", "answered 4 5");
	}

	@Test
	void whenSecondsAreAlikeThenItIsSteadyAfterTheWindow() {
		for (int second = 1; second < SteadyState.WINDOW; second++) {
			assertThat(second(100, 5)).isFalse();
		}
		assertThat(second(100, 5)).isTrue();
	}

	@Test
	void whenASecondWasLongerThenItsRateIsThatOfASecond() {
		for (int second = 1; second < SteadyState.WINDOW; second++) {
			answer(100 * second, 5);
			assertThat(end(second)).isFalse();
		}
		answer(100, 5);
		assertThat(end(1)).isTrue();
	}

	@Test
	void whenTicksComeAllAtOnceThenTheyAreOneMoment() {
		for (int second = 1; second < 3 * SteadyState.WINDOW; second++) {
			assertThat(end(0.4)).isFalse();
		}
		assertThat(second(100, 5)).isFalse();
	}

	@Test
	void whenResponseTimesGrowThenItIsNotSteady() {
		for (int second = 0; second < 3 * SteadyState.WINDOW; second++) {
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
		for (int call = 0; call < calls; call++) {
			this.watch.answered(0, TimeUnit.MILLISECONDS.toNanos(millis));
		}
	}

}
