package dev.grpctuning.load.compare.slices;

import java.util.Objects;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.slices.SlicedTurns.SliceSum;
import dev.grpctuning.load.engine.result.Slice;
import dev.grpctuning.load.latency.LatencyInterval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link SliceSum}. */
class SliceSumTests {

	@Test
	void whenThereIsAPauseInOneSliceThenItIsNotTheWholeTail() {
		SliceSum sum = new SliceSum();
		sum.add(slice(2000));
		sum.add(slice(200_000));
		assertThat(p99(sum, true)).isCloseTo(20_000, within(200.0));
		assertThat(p99(sum, false)).isCloseTo(200_000, within(200.0));
		assertThat(sum.endedPerSlice()).isEqualTo(1000);
	}

	private static double p99(SliceSum sum, boolean tails) {
		return Objects.requireNonNull(sum.with(sum, null, tails).values().get(Metric.P99));
	}

	/** A slice of 1,000 calls, of which 5 % take longer than a millisecond. */
	private static Slice slice(long slowMicros) {
		LatencyInterval latencies = new LatencyInterval();
		latencies.response().recordValueWithCount(1000, 950);
		latencies.response().recordValueWithCount(slowMicros, 50);
		return new Slice(0, 40_000_000, 0.04, 1000, 1000, 0, 0, 1, latencies);
	}

}
