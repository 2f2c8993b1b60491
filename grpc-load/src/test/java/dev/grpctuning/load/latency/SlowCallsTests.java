package dev.grpctuning.load.latency;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.latency.SlowCalls.SlowCall;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SlowCalls}. */
class SlowCallsTests {

	private static final Comparator<SlowCall> SLOWEST_FIRST = Comparator.comparingLong(SlowCall::responseNanos)
		.reversed();

	@Test
	void whenThereAreMoreCallsThanRoomThenTheSlowestAreKept() {
		List<SlowCall> all = calls(10_000, 1);
		SlowCalls kept = new SlowCalls(SlowCalls.PER_INTERVAL);
		all.forEach((call) -> add(kept, call));
		assertThat(kept.calls()).containsExactlyInAnyOrderElementsOf(
				all.stream().sorted(SLOWEST_FIRST).limit(SlowCalls.PER_INTERVAL).toList());
	}

	@Test
	void whenIntervalsAreAddedThenTheSlowestOfEachStay() {
		LatencyInterval run = LatencyInterval.ofRun();
		List<SlowCall> first = calls(200, 3);
		List<SlowCall> second = calls(50, 4);
		run.add(interval(first));
		run.add(interval(second));
		assertThat(run.slowest().calls()).hasSize(SlowCalls.PER_INTERVAL + 50).containsAll(second);
	}

	@Test
	void whenTheClockIsAnotherThenOnlyTheMomentsMove() {
		SlowCalls calls = new SlowCalls(1);
		calls.add(10, 20, 40);
		calls.moveBy(1000);
		assertThat(calls.calls()).containsExactly(new SlowCall(1010, 1020, 1040));
	}

	@Test
	void whenAnIntervalIsResetThenItKeepsSlowCallsAgain() {
		LatencyInterval interval = interval(calls(200, 5));
		interval.reset();
		interval.slowest().add(1, 1, 2);
		assertThat(interval.slowest().calls()).containsExactly(new SlowCall(1, 1, 2));
	}

	private static LatencyInterval interval(List<SlowCall> calls) {
		LatencyInterval interval = new LatencyInterval();
		calls.forEach((call) -> add(interval.slowest(), call));
		return interval;
	}

	private static void add(SlowCalls kept, SlowCall call) {
		kept.add(call.dueNanos(), call.sentNanos(), call.endNanos());
	}

	/** Calls of which no two took the same time. */
	private static List<SlowCall> calls(int number, long seed) {
		Random random = new Random(seed);
		return IntStream.range(0, number).mapToObj((index) -> {
			long due = random.nextInt(1_000_000);
			return new SlowCall(due, due + 5, due + 10 + random.nextInt(1_000_000) * 10_000L + index);
		}).toList();
	}

}
