package dev.grpctuning.load.schedule;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.schedule.BurstSchedule.Pacing;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link BurstSchedule}. */
class BurstScheduleTests {

	private static final Duration INTERVAL = Duration.ofNanos(200);

	@ParameterizedTest
	@EnumSource
	void whenTheClockIsNegativeThenDueTimesStillFollowIt(Pacing pacing) {
		assertThat(schedule(pacing).dueNanos(1, -1000, -1000)).isEqualTo(-800);
	}

	@Test
	void whenTheScheduleLastsForDaysThenDueTimesDoNotOverflow() {
		BurstSchedule schedule = new BurstSchedule(100_000, 1, Duration.ofMinutes(10), Pacing.SCHEDULE);
		assertThat(schedule.dueNanos(99_999, 0, 0)).isEqualTo(Duration.ofMinutes(999_990).toNanos());
	}

	@Test
	void whenTotalIsMoreThanAnIntThenItDoesNotOverflow() {
		assertThat(new BurstSchedule(100_000, 100_000, INTERVAL, Pacing.PAUSE).totalCalls()).isEqualTo(10_000_000_000L);
	}

	@ParameterizedTest
	@EnumSource
	void whenIntervalIsZeroThenBurstsFollowAtOnceWithDueTimesOfTheirOwn(Pacing pacing) {
		assertThat(new BurstSchedule(2, 1, Duration.ZERO, pacing).dueNanos(1, 5, 5)).isEqualTo(6);
	}

	private static BurstSchedule schedule(Pacing pacing) {
		return new BurstSchedule(3, 10, INTERVAL, pacing);
	}

}
