package dev.grpctuning.load.result;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.result.TimelineDocument.GrpcSecond;
import dev.grpctuning.load.server.metrics.GrpcMeters;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.server.metrics.TimerSample;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link GrpcSecond}. */
class GrpcSecondTests {

	@Test
	void whenThereIsASampleBeforeThenTimesAreThoseSince() {
		GrpcMeters before = new GrpcMeters(timer(100, 10),
				new GrpcMeters.Executor(1, 1, 100, 200, timer(200, 2), timer(200, 4)), timer(5, 5), 1L, 7.0);
		GrpcMeters now = new GrpcMeters(timer(200, 11),
				new GrpcMeters.Executor(12, 2, 200, 400, timer(400, 2.5), timer(400, 5)), timer(10, 5.5), 3L, 17.0);
		assertThat(GrpcSecond.of(sample(before), sample(now))).isEqualTo(new GrpcSecond(10_000.0, 990_000.0,
				new GrpcSecond.Executor(12L, 2L, 2500.0, 990_000.0, 5000.0, 990_000.0), 100_000.0, null, 500_000.0, 3L,
				10L));
	}

	@Test
	void whenItIsTheFirstSampleThenOnlyWhatIsOfTheIntervalIsKnown() {
		GrpcMeters now = new GrpcMeters(timer(200, 11),
				new GrpcMeters.Executor(12, 2, 200, 400, timer(400, 2.5), timer(400, 5)), null, null, null);
		assertThat(GrpcSecond.of(null, sample(now))).isEqualTo(new GrpcSecond(null, null,
				new GrpcSecond.Executor(12L, 2L, null, null, null, null), null, null, null, null, null));
	}

	private static ServerSample sample(@Nullable GrpcMeters meters) {
		return new ServerSample(0, 1, 1, 1, 1, 1, 0, 0, 1, 2, meters, null);
	}

	/** A timer whose times are spread over a second. */
	private static TimerSample timer(double count, double seconds) {
		return new TimerSample(count, seconds, new TreeMap<>(Map.of(1.0, count)));
	}

}
