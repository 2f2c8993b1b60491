package dev.grpctuning.autopilot;

import java.util.Map;
import java.util.function.DoubleUnaryOperator;

import org.junit.jupiter.api.Test;

import dev.grpctuning.autopilot.experiment.Sample;
import dev.grpctuning.observe.DurationCounts;

import static org.assertj.core.api.Assertions.assertThat;

class WatchTests {

	private static final int MINUTE = 60;

	@Test
	void whenTheCpuTimePerCallStillFallsThenItHasNotSettled() {
		assertThat(watch(MINUTE, (time) -> 1000, (time) -> 100 + 400 * Math.exp(-time / 60)).drift())
			.startsWith("the CPU time per call has not settled: 2");
		assertThat(watch(5 * MINUTE, (time) -> 1000, (time) -> 100 + 400 * Math.exp(-time / 60)).drift()).isNull();
	}

	@Test
	void whenTheRateStillMovesThenItHasNotSettled() {
		assertThat(watch(MINUTE, (time) -> 10 * time, (time) -> 100).drift())
			.isEqualTo("the load has not settled: 500 calls per second, and 100 before");
		assertThat(watch(MINUTE, (time) -> 1000 - 10 * time, (time) -> 100).drift())
			.startsWith("the load has not settled");
	}

	@Test
	void whenCallsComeInBurstsThenTheLoadHasSettled() {
		assertThat(watch(MINUTE, (time) -> (time % 20 < 5) ? 3000 : 1000, (time) -> 100).drift()).isNull();
	}

	@Test
	void whenTheCpuTimeIsNotKnownThenOnlyTheLoadCounts() {
		assertThat(watch(MINUTE, (time) -> 1000, (time) -> 0).drift()).isNull();
		assertThat(watch(MINUTE, (time) -> 0, (time) -> 0).drift()).isNull();
	}

	private static Watch watch(int seconds, DoubleUnaryOperator perSecond, DoubleUnaryOperator cpuMicros) {
		Watch watch = new Watch();
		double ended = 0;
		double cpuNanos = 0;
		for (int time = 0; time <= seconds; time++) {
			watch.add(
					new Sample((long) (time * 1e9), (long) ended, 0, 0, (long) cpuNanos, DurationCounts.Snapshot.NONE),
					Map.of("shop/Read", (long) ended), Map.of());
			ended += perSecond.applyAsDouble(time + 0.5);
			cpuNanos += 1e3 * perSecond.applyAsDouble(time + 0.5) * cpuMicros.applyAsDouble(time + 0.5);
		}
		return watch;
	}

}
