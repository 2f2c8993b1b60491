package dev.grpctuning.load.engine.drive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.engine.FakeChannels;
import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LoadDriver}s of a client that stands still. */
class LoadDriverTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	static Stream<LoadModel> models() {
		return Stream.of(new LoadModel.Closed(new Concurrency.Constant(1), Warmup.NONE, SECOND),
				new LoadModel.Closed(new Concurrency.Steps(List.of(1, 0), SECOND), Warmup.NONE, Duration.ofSeconds(2)),
				new LoadModel.Blocking(1, Warmup.NONE, SECOND));
	}

	@ParameterizedTest
	@MethodSource("models")
	void whenTheClientWakesLateThenTheServerIsSilentNoLongerThanCallsWerePlanned(LoadModel model) throws Exception {
		RunClock clock = new LateClock();
		try (FakeChannels channels = FakeChannels.of(1, FakeChannels.holding())) {
			RunStats stats = new RunStats(channels, CallObserver.NONE, null, clock);
			LoadDriver driver = LoadDrivers.of(model, 1, stats, new RunControl(clock));
			long from = clock.nanoTime();
			driver.drive(new WarmupPhase(model.warmup(), stats, (nanoTime) -> {
			}));
			assertThat(driver.silentNanos(from)).isEqualTo(SECOND.toNanos());
			driver.close();
		}
	}

	/** With it, each wait takes ten seconds longer. */
	private static final class LateClock implements RunClock {

		private volatile long nanos = 1;

		@Override
		public long nanoTime() {
			return this.nanos;
		}

		@Override
		public boolean await(CountDownLatch latch, long wait) {
			this.nanos += wait + Duration.ofSeconds(10).toNanos();
			return false;
		}

	}

}
