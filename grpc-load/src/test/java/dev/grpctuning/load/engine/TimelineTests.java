package dev.grpctuning.load.engine;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.IntervalSampler.Timeline;
import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencyInterval;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Timeline}. */
class TimelineTests {

	@Test
	void whenTheClientStandsStillThenEachSecondHasThePausesOfItsOwn() {
		pause();
		long before = ClientProcess.gcMillis();
		try (FakeChannels channels = FakeChannels.of(1, FakeChannels.answering())) {
			Timeline timeline = new Timeline(new RunStats(channels, CallObserver.NONE, null, RunClock.start()), 3);
			pause();
			TimelinePoint first = timeline.add(1, new LatencyInterval(), null);
			pause();
			TimelinePoint second = timeline.add(2, new LatencyInterval(), null);
			TimelinePoint third = timeline.add(3, new LatencyInterval(), null);
			long after = ClientProcess.gcMillis();
			assertThat(first.process().gcSeconds()).isPositive();
			assertThat(second.process().gcSeconds()).isPositive();
			assertThat(first.process().gcSeconds() + second.process().gcSeconds() + third.process().gcSeconds())
				.as("and none of before")
				.isLessThanOrEqualTo((after - before) / 1e3 + 1e-9);
		}
	}

	/** Collects garbage until that took a millisecond, which is what is counted. */
	private static void pause() {
		long before = ClientProcess.gcMillis();
		Awaitility.await().until(() -> {
			System.gc();
			return ClientProcess.gcMillis() > before;
		});
	}

}
