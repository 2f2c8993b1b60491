package dev.grpctuning.load.schedule;

import java.time.Duration;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What goes for every {@link TurnSchedule}.
 */
class TurnSchedulePropertyTests {

	private static final long HOUR = 3_600_000_000_000L;

	@Property(seed = "20260101")
	void byScheduleTurnsAreEquallyFarApartWhateverWasSent(@ForAll @LongRange(min = 2, max = 1_000_000) long turns,
			@ForAll @LongRange(max = HOUR) long interval, @ForAll long start, @ForAll long lastSend,
			@ForAll @LongRange(max = 999_998) long any) {
		TurnSchedule schedule = new TurnSchedule(turns, 1, Duration.ofNanos(interval), Pacing.SCHEDULE);
		long turn = any % (turns - 1);
		assertThat(schedule.dueNanos(0, start, lastSend)).isEqualTo(start);
		assertThat(schedule.dueNanos(turn + 1, start, lastSend) - schedule.dueNanos(turn, start, ~lastSend))
			.isEqualTo(interval);
	}

	@Property(seed = "20260101")
	void byPauseEachTurnIsTheIntervalAfterTheLastSend(@ForAll @LongRange(min = 2, max = 1_000_000) long turns,
			@ForAll @LongRange(max = HOUR) long interval, @ForAll long start, @ForAll long lastSend,
			@ForAll @LongRange(max = 999_998) long any) {
		TurnSchedule schedule = new TurnSchedule(turns, 1, Duration.ofNanos(interval), Pacing.PAUSE);
		assertThat(schedule.dueNanos(0, start, lastSend)).isEqualTo(start);
		assertThat(schedule.dueNanos(1 + any % (turns - 1), start, lastSend) - lastSend).isEqualTo(interval);
	}

	@Property(seed = "20260101")
	void allCallsAreThoseOfItsTurns(@ForAll @LongRange(min = 1, max = 1L << 31) long turns,
			@ForAll @IntRange(min = 1) int calls) {
		assertThat(new TurnSchedule(turns, calls, Duration.ZERO, Pacing.PAUSE).totalCalls())
			.isEqualTo(Math.multiplyExact(turns, (long) calls));
	}

}
