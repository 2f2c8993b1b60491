package dev.grpctuning.load.server.metrics;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link ServerUse}. */
class ServerUseTests {

	private static final long BEGINNING = Long.MIN_VALUE / 2;

	@Test
	void whenThereAreNoTwoSamplesThenNothingIsKnown() {
		assertThat(ServerUse.of(List.of(), BEGINNING)).isNull();
		assertThat(ServerUse.of(List.of(sample(1, 1, null)), BEGINNING)).isNull();
	}

	@Test
	void whenServerTellsOfItselfAloneThenOnlyThatIsKnown() {
		ServerUse use = use(BEGINNING, sample(1, 1, null), sample(2, 3, null), sample(4, 4, null));
		assertThat(use.seconds()).isEqualTo(3);
		assertThat(use.cpuSeconds()).isEqualTo(3);
		assertThat(use.gcSeconds()).isCloseTo(0.3, within(1e-9));
		assertThat(use.processors()).isEqualTo(2);
		assertThat(use)
			.extracting(ServerUse::callMicros, ServerUse::handOverMicros, ServerUse::tasksPerCall,
					ServerUse::queuedTasks, ServerUse::lag, ServerUse::refused)
			.containsOnlyNulls();
	}

	@Test
	void whenARunBeginsBetweenTwoSamplesThenOnlyWhatFollowsCounts() {
		ServerUse use = use(3_500_000_000L, sample(1, 1, null), sample(3, 3, null), sample(4, 4, null),
				sample(5, 4.5, null));
		assertThat(use.seconds()).isEqualTo(1.5);
		assertThat(use.cpuSeconds()).isEqualTo(1);
	}

	@Test
	void whenOnlyASampleOfTheCallsIsTimedThenBusySecondsWeighMore() {
		// 100 tasks of which all waited 1 ms, then 10,000 of which 100 are known to have
		// waited 10 ms.
		ServerUse use = use(BEGINNING, sample(1, 0, meters(0, 0, 0, 0)), sample(2, 0, meters(50, 100, 100, 0.1)),
				sample(3, 0, meters(5050, 10_100, 200, 1.1)));
		assertThat(use.handOverMicros()).isCloseTo((100 * 1000 + 10_000 * 10_000) / 10_100.0, within(1e-6));
		assertThat(use.tasksPerCall()).isEqualTo(2);
		assertThat(use.queuedTasks()).as("100 s of waiting in 2 s").isCloseTo(50.05, within(1e-6));
	}

	@Test
	void whenTasksRunOnTheEventLoopThenTheirWaitIsNotKnown() {
		GrpcMeters.Executor direct = new GrpcMeters.Executor(0, 1, 50, 50, TimerSample.NONE, timer(100, 1));
		ServerUse use = use(BEGINNING, sample(1, 0, meters(0, 0, 0, 0)),
				sample(2, 0, new GrpcMeters(null, direct, null, null, null)));
		assertThat(use.handOverMicros()).isNull();
		assertThat(use.queuedTasks()).isNull();
	}

	@Test
	void whenAMeterAppearsWithTheFirstCallThenAllOfItCounts() {
		ServerUse use = use(BEGINNING, sample(1, 0, new GrpcMeters(null, null, null, null, null)),
				sample(2, 0, new GrpcMeters(timer(10, 1), null, timer(5, 0.5), 0L, 3.0)));
		assertThat(use.callMicros()).isEqualTo(100_000);
		assertThat(use.lag()).as("a maximum of all times together, and no percentile of so few")
			.isEqualTo(new ServerUse.Lag(100_000, null, 500_000.0));
		assertThat(use.refused()).isEqualTo(3);
	}

	@Test
	void whenAGenerationEndsThenWhatWasNotedBeforeItsEndStays() {
		ServerUse use = use(BEGINNING, sample(1, 0, meters(0, 0, 0, 0)), sample(2, 0, meters(50, 100, 100, 0.1)),
				sample(3, 0, meters(10, 20, 20, 0.5)), sample(4, 0, meters(60, 120, 120, 0.6)));
		assertThat(use.handOverMicros()).isCloseTo(1000, within(1e-6));
	}

	private static ServerUse use(long fromNanos, ServerSample... samples) {
		return Objects.requireNonNull(ServerUse.of(List.of(samples), fromNanos));
	}

	/** A sample of a server that spends a tenth of its time in pauses. */
	private static ServerSample sample(double seconds, double cpuSeconds, @Nullable GrpcMeters meters) {
		return new ServerSample(Math.round(seconds * 1e9), cpuSeconds, 1, 1, 1, 1, 1, seconds / 10, 1, 2, meters, null);
	}

	private static GrpcMeters meters(double calls, double tasks, double timed, double waitSeconds) {
		return new GrpcMeters(null,
				new GrpcMeters.Executor(0, 0, calls, tasks, timer(timed, waitSeconds), timer(timed, 1)), null, null,
				null);
	}

	/** A timer whose times are spread over a second. */
	private static TimerSample timer(double count, double seconds) {
		return new TimerSample(count, seconds, new TreeMap<>(Map.of(1.0, count)));
	}

}
