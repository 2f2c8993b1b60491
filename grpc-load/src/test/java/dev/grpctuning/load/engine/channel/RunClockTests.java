package dev.grpctuning.load.engine.channel;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link RunClock}. */
class RunClockTests {

	@Test
	void whenTheTimeOfTheSystemOverflowsThenThatOfTheClockGoesOn() {
		RunClock clock = new RunClock.SystemClock(System.nanoTime() - Long.MAX_VALUE / 2);
		assertThat(clock.nanoTime()).isGreaterThanOrEqualTo(Long.MAX_VALUE / 2);
		assertThat(clock.systemNanos(clock.nanoTime()) - System.nanoTime()).isBetween(-Duration.ofMinutes(1).toNanos(),
				0L);
	}

}
