package dev.grpctuning.load.stats;

import java.time.Duration;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.engine.result.TimelinePoint.ProcessUse;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Rise} on timelines that are made up, in intervals of 200 ms. */
class RiseTests {

	private static final LoadModel CLOSED = closed(new Concurrency.Constant(7));

	@Test
	void whenTheRateRisesThenItIsSaidByHowMuch() {
		// From 1,000 to 1,440 over the 12 whole intervals.
		assertThat(rise(CLOSED, 14, 100, (interval) -> 1000 + 40 * (interval - 1))).isCloseTo(440 / 1220.0,
				within(1e-9));
		assertThat(rise(new LoadModel.Blocking(3, Warmup.NONE, Duration.ofSeconds(3)), 14, 100,
				(interval) -> 1000 + 40 * interval))
			.isNotNull();
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
	void whenTheRateIsOnlyNoisyThenNothingIsSaid(long seed) {
		Random random = new Random(seed);
		assertThat(rise(CLOSED, 50, 100, (interval) -> 1000 * (1 + 0.1 * random.nextGaussian()))).isNull();
	}

	@Test
	void whenTheFirstCallsTakeLongThenTheWaitForThemIsNoRise() {
		// The first answers come after 1.5 s.
		assertThat(rise(CLOSED, 16, 1_500_000, (interval) -> (interval < 8) ? 0 : 1000)).isNull();
	}

	private static LoadModel closed(Concurrency concurrency) {
		return new LoadModel.Closed(concurrency, Warmup.NONE, Duration.ofSeconds(3));
	}

	private static @Nullable Double rise(LoadModel model, int intervals, long p99Micros,
			IntToDoubleFunction perSecond) {
		LatencySummary times = new LatencySummary(1, p99Micros, p99Micros, p99Micros, p99Micros, p99Micros, p99Micros,
				p99Micros, p99Micros, p99Micros, p99Micros, "");
		return Rise.of(model,
				new SampleLoad().latency(times, times)
					.timeline(IntStream.range(0, intervals).mapToObj((interval) -> point(interval, perSecond)).toList())
					.build());
	}

	private static TimelinePoint point(int interval, IntToDoubleFunction perSecond) {
		return new TimelinePoint((interval + 1) / 5.0, 0, Math.round(perSecond.applyAsDouble(interval) / 5), 0, 7, 0, 0,
				0, 0, null, new ProcessUse(0, 0, 0, 1), null);
	}

}
