package dev.grpctuning.load.call;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.call.CallSettings.Retries;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Retries}. */
class RetriesTests {

	private final Retries retries = new Retries(4, Duration.ofMillis(100));

	@Test
	void whenAttemptsAreLeftThenRefusedLostAndLateCallsAreTriedAgain() {
		assertThat(this.retries.again(Status.Code.RESOURCE_EXHAUSTED, 1)).isTrue();
		assertThat(this.retries.again(Status.Code.UNAVAILABLE, 3)).isTrue();
		assertThat(this.retries.again(Status.Code.DEADLINE_EXCEEDED, 3)).isTrue();
		assertThat(this.retries.again(Status.Code.UNAVAILABLE, 4)).isFalse();
		assertThat(this.retries.again(Status.Code.INTERNAL, 1)).isFalse();
		assertThat(Retries.NONE.again(Status.Code.UNAVAILABLE, 1)).isFalse();
	}

	@Test
	void whenAttemptsFailThenTheWaitDoublesAndVariesByAFifth() {
		assertThat(this.retries.waitNanos(0, 0.5)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
		assertThat(this.retries.waitNanos(0, 0)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(80));
		assertThat(this.retries.waitNanos(2, 1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(480));
	}

}
