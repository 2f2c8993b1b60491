package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.IntervalSampler.Second;
import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.SendLag;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link IntervalSampler}, of which each tick has one answer of as many
 * milliseconds as the run is old.
 */
class IntervalSamplerTests {

	private static final Offset<Double> EXACT = Offset.offset(1e-9);

	private static final Duration QUARTER = Duration.ofMillis(250);

	private final FakeChannels channels = FakeChannels.of(1, FakeChannels.holding());

	private final Clock clock = new Clock();

	private final SendLag lag = new SendLag(Duration.ofMillis(10), 0.25);

	private final RunStats stats = new RunStats(this.channels, CallObserver.NONE, null, this.clock);

	@AfterEach
	void close() {
		this.channels.close();
	}

	@Test
	void whenIntervalsAreShorterThanASecondThenTheTimelineHasThemAndASecondAllOfThem() {
		IntervalSampler seconds = seconds(QUARTER);
		assertThat(ticks(seconds, 250, 500, 750)).containsOnlyNulls();
		assertThat(tick(seconds, 1000)).isNotNull().satisfies((second) -> {
			assertThat(second.point().seconds()).isCloseTo(1, EXACT);
			assertThat(second.latencies().service().getTotalCount()).isEqualTo(4);
			assertThat(second.latencies().service().getMinValue()).isCloseTo(250_000, Offset.offset(500L));
			assertThat(length(second)).isEqualTo(Duration.ofSeconds(1));
		});
		assertThat(seconds.timeline()).extracting(TimelinePoint::seconds).containsExactly(0.25, 0.5, 0.75, 1.0);
		assertThat(seconds.timeline().get(2).p50Micros()).isCloseTo(750_000, Offset.offset(500L));
	}

	@Test
	void whenAChannelIsBusyThenItsLatenciesAreTakenAllTheSame() {
		CountDownLatch busy = new CountDownLatch(1);
		this.channels.all().getFirst().executor().submit(() -> busy.await(1, TimeUnit.MINUTES));
		assertThat(tick(seconds(Duration.ofSeconds(1)), 1000)).isNotNull()
			.extracting((second) -> second.latencies().response().getTotalCount())
			.isEqualTo(1L);
		busy.countDown();
	}

	@Test
	void whenCallsBeginToCountBetweenTwoTicksThenTheFirstIntervalIsNotMuchShorterThanOthers() {
		IntervalSampler seconds = seconds(QUARTER);
		assertThat(ticks(seconds, 100, 350, 600, 850)).containsOnlyNulls();
		assertThat(seconds.timeline()).extracting(TimelinePoint::seconds).containsExactly(0.35, 0.6, 0.85);
		assertThat(tick(seconds, 1100)).isNotNull().satisfies((second) -> {
			assertThat(length(second)).isEqualTo(Duration.ofMillis(1100));
			assertThat(second.latencies().service().getTotalCount()).isEqualTo(5);
		});
	}

	@Test
	void whenTicksComeAllAtOnceAfterAPauseThenTheyAreOneInterval() {
		IntervalSampler seconds = seconds(QUARTER);
		assertThat(ticks(seconds, 900, 901, 902)).hasSize(3).first().isNotNull();
		assertThat(seconds.timeline()).extracting(TimelinePoint::seconds).containsExactly(0.9);
	}

	@Test
	void whenTheRunEndsThenNoLatencyIsLeftUntold() {
		IntervalSampler seconds = seconds(QUARTER);
		List<@Nullable Second> told = ticks(seconds, 250, 500, 750, 1000, 1250);
		record(1253);
		Second last = seconds.endLast();
		assertThat(seconds.timeline()).hasSize(6).last().extracting(TimelinePoint::seconds).isEqualTo(1.253);
		assertThat(length(last)).isEqualTo(Duration.ofMillis(253));
		assertThat(last.latencies().service().getTotalCount()).isEqualTo(2);
		assertThat(told.get(3)).isNotNull().extracting(Second::to).isEqualTo(last.from());
		assertThat(seconds.latencies().service().getTotalCount()).isEqualTo(6);
	}

	@Test
	void whenCallsOfOneIntervalWereLateThenTheSecondIsLateByTheShareOfAllItsCalls() {
		IntervalSampler seconds = seconds(QUARTER);
		this.lag.record(TimeUnit.MILLISECONDS.toNanos(20));
		assertThat(tick(seconds, 250)).isNull();
		for (long millis = 500; millis <= 750; millis += 250) {
			this.lag.record(0);
			assertThat(tick(seconds, millis)).isNull();
		}
		assertThat(tick(seconds, 1000)).isNotNull().satisfies((second) -> {
			assertThat(second.late()).as("one of three is above a quarter").isTrue();
			assertThat(second.point().lagP99Micros()).isCloseTo(20_000, Offset.offset(20L));
		});
		assertThat(seconds.timeline()).extracting(TimelinePoint::lagP99Micros)
			.startsWith(seconds.timeline().getFirst().lagP99Micros(), 0L, 0L);
		this.lag.record(0);
		assertThat(ticks(seconds, 1250, 1500, 1750, 2000)).last()
			.satisfies((second) -> assertThat(second).isNotNull().extracting(Second::late).isEqualTo(false));
	}

	private static Duration length(Second second) {
		return Duration.between(second.from(), second.to());
	}

	private IntervalSampler seconds(Duration interval) {
		IntervalSampler seconds = new IntervalSampler(this.stats, this.lag, interval, false, this.clock);
		seconds.begin(0);
		this.stats.all().getFirst().startCounting();
		return seconds;
	}

	private List<@Nullable Second> ticks(IntervalSampler seconds, long... millis) {
		List<@Nullable Second> told = new ArrayList<>();
		for (long at : millis) {
			told.add(tick(seconds, at));
		}
		return told;
	}

	private @Nullable Second tick(IntervalSampler seconds, long millis) {
		record(millis);
		return seconds.end();
	}

	private void record(long millis) {
		this.clock.now = 0;
		this.stats.all().getFirst().start(0);
		this.clock.now = TimeUnit.MILLISECONDS.toNanos(millis);
		this.channels.held().getFirst().answer();
	}

	/** A clock that is set. */
	private static final class Clock implements RunClock {

		private volatile long now;

		@Override
		public long nanoTime() {
			return this.now;
		}

		@Override
		public boolean await(CountDownLatch latch, long nanos) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void spin() {
			throw new UnsupportedOperationException();
		}

	}

}
