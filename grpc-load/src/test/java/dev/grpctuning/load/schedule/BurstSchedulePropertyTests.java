package dev.grpctuning.load.schedule;

import java.time.Duration;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

import dev.grpctuning.load.schedule.BurstSchedule.Pacing;

import static org.assertj.core.api.Assertions.assertThat;

/** What goes for every {@link BurstSchedule}. */
class BurstSchedulePropertyTests {

	private static final long HOUR = 3_600_000_000_000L;

	@Property(seed = "20260101")
	void byScheduleBurstsAreEquallyFarApartWhateverWasSent(@ForAll @LongRange(min = 2, max = 1_000_000) long bursts,
			@ForAll @LongRange(min = 1, max = HOUR) long interval, @ForAll long start, @ForAll long lastSend,
			@ForAll @LongRange(max = 999_998) long any) {
		BurstSchedule schedule = new BurstSchedule(bursts, 1, Duration.ofNanos(interval), Pacing.SCHEDULE);
		long burst = any % (bursts - 1);
		assertThat(schedule.dueNanos(0, start, lastSend)).isEqualTo(start);
		assertThat(schedule.dueNanos(burst + 1, start, lastSend) - schedule.dueNanos(burst, start, ~lastSend))
			.isEqualTo(interval);
	}

	@Property(seed = "20260101")
	void byPauseEachBurstIsTheIntervalAfterTheLastSend(@ForAll @LongRange(min = 2, max = 1_000_000) long bursts,
			@ForAll @LongRange(min = 1, max = HOUR) long interval, @ForAll long start, @ForAll long lastSend,
			@ForAll @LongRange(max = 999_998) long any) {
		BurstSchedule schedule = new BurstSchedule(bursts, 1, Duration.ofNanos(interval), Pacing.PAUSE);
		assertThat(schedule.dueNanos(0, start, lastSend)).isEqualTo(start);
		assertThat(schedule.dueNanos(1 + any % (bursts - 1), start, lastSend) - lastSend).isEqualTo(interval);
	}

	@Property(seed = "20260101")
	void allCallsAreThoseOfItsBursts(@ForAll @LongRange(min = 1, max = 1L << 31) long bursts,
			@ForAll @IntRange(min = 1) int calls) {
		assertThat(new BurstSchedule(bursts, calls, Duration.ZERO, Pacing.PAUSE).totalCalls())
			.isEqualTo(Math.multiplyExact(bursts, (long) calls));
	}

}
