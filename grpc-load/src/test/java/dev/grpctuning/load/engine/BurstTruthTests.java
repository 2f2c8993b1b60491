package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.engine.Simulation.Measured;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;

/** How long bursts are open, against what they must be by theory. */
class BurstTruthTests {

	private static final long SERVICE = Duration.ofMillis(2).toNanos();

	private static final Duration HUNDRED_SECONDS = Duration.ofSeconds(100);

	private static final int MANY = 1_000_000;

	@ParameterizedTest
	@EnumSource(Pacing.class)
	void whenEveryCallTakesTheSameThenSoLongIsABurstThere(Pacing pacing) {
		BurstSchedule schedule = new BurstSchedule(20, 500, Duration.ofMillis(200), pacing);
		LoadModel warmed = new LoadModel.Burst(schedule, new Warmup.Fixed(Duration.ofSeconds(1)));
		assertThat(Simulation.run(warmed, MANY, (arrival) -> arrival + SERVICE).bursts())
			.isEqualTo(new Bursts(20, 0, 2, 2));
	}

	@Test
	void whenTheServerFallsBehindThenBurstsAreThereForLongerAndLonger() {
		// Each burst is half a second of work, and comes 200 ms after the one before:
		// burst
		// n
		// is over at (n + 1) * 500 ms.
		BurstSchedule schedule = new BurstSchedule(20, 500, Duration.ofMillis(200), Pacing.SCHEDULE);
		AtomicLong free = new AtomicLong();
		Measured measured = Simulation.run(new LoadModel.Burst(schedule, Warmup.NONE), MANY,
				(arrival) -> free.updateAndGet((until) -> Math.max(until, arrival) + TimeUnit.MILLISECONDS.toNanos(1)));
		assertThat(measured.bursts()).isEqualTo(new Bursts(20, 0, 3350, 6200));
	}

	@ParameterizedTest
	@EnumSource(Pacing.class)
	void whenBurstsFollowAtOnceThenEachIsMeasuredByItself(Pacing pacing) {
		// Each burst is 500 ms of work.
		BurstSchedule schedule = new BurstSchedule(3, 500, Duration.ZERO, pacing);
		AtomicLong free = new AtomicLong();
		Measured measured = Simulation.run(new LoadModel.Burst(schedule, Warmup.NONE), MANY,
				(arrival) -> free.updateAndGet((until) -> Math.max(until, arrival) + TimeUnit.MILLISECONDS.toNanos(1)));
		assertThat(measured.bursts()).isNotNull().satisfies((bursts) -> {
			assertThat(bursts.bursts()).isEqualTo(3);
			assertThat(bursts.medianMillis()).isCloseTo(1000, Offset.offset(1.0));
			assertThat(bursts.maxMillis()).isCloseTo(1500, Offset.offset(1.0));
		});
	}

	@Test
	void whenCallsDoNotComeInBurstsThenNothingIsSaidOfThem() {
		assertThat(Simulation
			.run(new LoadModel.Closed(new Concurrency.Constant(7), Warmup.NONE, Duration.ofSeconds(1)), MANY,
					(arrival) -> arrival + SERVICE)
			.bursts()).isNull();
	}

	@Test
	void whenBurstsAreTooManyToBeToldApartThenNothingIsSaidOfThem() {
		BurstSchedule schedule = new BurstSchedule(100_001, 1, Duration.ofMillis(5), Pacing.SCHEDULE);
		assertThat(Simulation.run(new LoadModel.Burst(schedule, Warmup.NONE), MANY, (arrival) -> arrival + SERVICE)
			.bursts()).isNull();
	}

}
