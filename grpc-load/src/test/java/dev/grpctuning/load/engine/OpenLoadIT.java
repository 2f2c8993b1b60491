package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

import io.grpc.Status;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.testkit.HelloServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The open model over sockets, against a server that answers at once or stops for a
 * second.
 */
@Timeout(60)
@Tag("timing")
@Execution(ExecutionMode.CONCURRENT)
class OpenLoadIT {

	private static final int MANY = 10_000;

	@ParameterizedTest
	@EnumSource(TestEngine.class)
	void theRateIsKeptAndTheLagIsReported(TestEngine engine) throws Exception {
		try (HelloServer server = HelloServer.start()) {
			LoadResult result = run(server, open(500, Duration.ofSeconds(1)), engine, 2, MANY);
			assertThat(result.counts()).isEqualTo(new Counts(1500, 1500, Map.of(), 0, 0));
			assertThat(server.calls()).as("with those of the warm-up").isEqualTo(2000);
			assertThat(server.connections()).isEqualTo(2);
			SendStats sending = Objects.requireNonNull(result.sending());
			double longest = 3 + sending.lagMicros().max() / 1e6;
			assertThat(sending.sentPerSecond()).isBetween(1500 / longest * 0.999, 500.1);
			assertThat(sending.lagMicros().count()).isEqualTo(1500);
			assertThat(sending.lagMicros().max()).isPositive();
			assertThat(result.responseTimeMicros().max()).isGreaterThanOrEqualTo(sending.lagMicros().min());
		}
	}

	@ParameterizedTest
	@EnumSource(value = TestEngine.class, names = { "FUTURE", "RAW" })
	void whenTheServerStopsThenResponseTimesSayWhatUsersWouldHaveWaited(TestEngine engine) throws Exception {
		StopAt stop = new StopAt(200);
		try (HelloServer server = HelloServer.start(stop)) {
			LoadResult result = run(server, open(200, Duration.ZERO), engine, 1, MANY);
			assertThat(result.counts()).isEqualTo(new Counts(800, 800, Map.of(), 0, 0));
			assertThat(result.responseTimeMicros().p90()).isGreaterThan(stop.p90Micros() - 20_000);
			assertThat(result.responseTimeMicros().max() * 1.001).isGreaterThan(stop.micros());
		}
	}

	@ParameterizedTest
	@EnumSource(value = TestEngine.class, names = { "FUTURE", "RAW" })
	void whenTheSenderHasToWaitForTheStoppedServerThenResponseTimesAreTheSameAndServiceTimesHideIt(TestEngine engine)
			throws Exception {
		StopAt stop = new StopAt(200);
		try (HelloServer server = HelloServer.start(stop)) {
			LoadResult result = run(server, open(200, Duration.ZERO), engine, 1, 5);
			assertThat(result.counts()).isEqualTo(new Counts(800, 800, Map.of(), 0, 0));
			assertThat(result.responseTimeMicros().p90()).isGreaterThan(stop.p90Micros() - 20_000);
			assertThat(Objects.requireNonNull(result.sending()).lagMicros().p90())
				.isGreaterThan(stop.p90Micros() - 40_000);
			assertThat(result.latencyMicros().p90()).isLessThan(stop.p90Micros() / 2);
			assertThat(result.client().saturatedBy()).contains("load.max-open-calls=5");
		}
	}

	private static LoadModel open(double rate, Duration warmup) {
		Duration duration = Duration.ofSeconds(4).minus(warmup);
		return new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(rate), Arrivals.CONSTANT, 0, Shard.ALL),
				Duration.ofMillis(10), 1, new Warmup.Fixed(warmup), duration);
	}

	private static LoadResult run(HelloServer server, LoadModel model, TestEngine engine, int channels,
			int maxOpenCalls) throws Exception {
		LoadPlan plan = engine.plan(model, channels, maxOpenCalls);
		try (CallChannels open = engine.open(TargetAddress.parse(server.address()), plan, Duration.ofSeconds(10))) {
			return new LoadRun(plan, open, (progress) -> {
			}).run();
		}
	}

	/** Answers at once, but from one call on nothing for a second, whoever asks. */
	private static final class StopAt implements LongFunction<Status> {

		private final long call;

		private final CountDownLatch over = new CountDownLatch(1);

		private volatile long nanos;

		StopAt(long call) {
			this.call = call;
		}

		@Override
		public Status apply(long index) {
			try {
				if (index == this.call) {
					long start = System.nanoTime();
					this.over.await(1, TimeUnit.SECONDS);
					this.nanos = System.nanoTime() - start;
					this.over.countDown();
				}
				else if (index > this.call) {
					this.over.await();
				}
				return Status.OK;
			}
			catch (InterruptedException ex) {
				return Status.ABORTED;
			}
		}

		/** How long the stop really was. */
		long micros() {
			return TimeUnit.NANOSECONDS.toMicros(this.nanos);
		}

		/**
		 * The calls of the stop have response times that are evenly spread over it, 200
		 * in a second. A tenth of all 800 is above what the stop was 80 calls before its
		 * end.
		 */
		long p90Micros() {
			return micros() - 80 * 5_000;
		}

	}

}
