package dev.grpctuning.load.engine.channel;

import java.time.Duration;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.result.Progress.WarmupFigures;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link WarmupCalls}. */
class WarmupCallsTests {

	@Test
	void whenASecondEndsThenItHasItsOwnCallsAndAllFailures() {
		WarmupCalls calls = new WarmupCalls();
		WarmupCalls.Ends ends = calls.onOneThread();
		for (int i = 0; i < 100; i++) {
			ends.answered(((i < 98) ? 1_000 : 50_000) * 1000L);
		}
		ends.failed(Status.Code.UNAVAILABLE);
		assertThat(calls.endSecond()).isEqualTo(new WarmupFigures(100, 50_015, 1));
		WarmupCalls.Ends others = calls.onOneThread();
		ends.answered(1_000);
		others.answered(Duration.ofHours(2).toNanos());
		others.failed(Status.Code.INTERNAL);
		WarmupFigures second = calls.endSecond();
		assertThat(second.ok()).isEqualTo(2);
		assertThat(second.responseP99Micros()).isGreaterThanOrEqualTo(Duration.ofHours(1).toSeconds() * 1_000_000);
		assertThat(second.failed()).isEqualTo(2);
		assertThat(calls.endSecond()).isEqualTo(new WarmupFigures(0, 0, 2));
		assertThat(calls.ok()).isEqualTo(102);
	}

	@Test
	void whenIntervalsEndThenSecondsHaveTheirCallsAllTheSame() {
		WarmupCalls calls = new WarmupCalls();
		WarmupCalls.Ends ends = calls.onOneThread();
		ends.answered(1_000_000);
		assertThat(calls.endInterval()).isEqualTo(new WarmupFigures(1, 1_000, 0));
		ends.answered(2_000_000);
		assertThat(calls.endInterval()).isEqualTo(new WarmupFigures(1, 2_000, 0));
		ends.answered(2_000_000);
		assertThat(calls.endSecond()).isEqualTo(new WarmupFigures(3, 2_000, 0));
		assertThat(calls.endInterval()).isEqualTo(new WarmupFigures(1, 2_000, 0));
		assertThat(calls.endSecond()).isEqualTo(new WarmupFigures(0, 0, 0));
	}

}
