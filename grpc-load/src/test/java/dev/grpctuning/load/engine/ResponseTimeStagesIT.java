package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.google.common.util.concurrent.Uninterruptibles;
import io.grpc.Status;
import io.netty.channel.epoll.Epoll;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.channel.ChannelStats;
import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.Stage;
import dev.grpctuning.load.latency.StageTimes;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.settings.value.Transport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A call that is delayed in one stage by a known time has that time in this stage, and
 * the stages add up to its response time.
 */
@Execution(ExecutionMode.CONCURRENT)
class ResponseTimeStagesIT {

	private static final Duration DELAY = Duration.ofMillis(200);

	private static final int WARM_UP_CALLS = 20;

	/** The transport is the server's. It does not know which engine calls. */
	static Stream<Arguments> delayedStages() {
		Stream<Arguments> nio = Arrays.stream(TestEngine.values())
			.flatMap((engine) -> delayedStages(engine, Transport.NIO));
		return Epoll.isAvailable() ? Stream.concat(nio, delayedStages(TestEngine.RAW, Transport.EPOLL)) : nio;
	}

	private static Stream<Arguments> delayedStages(TestEngine engine, Transport transport) {
		return Arrays.stream(Stage.values())
			.filter((stage) -> stage != Stage.NETWORK)
			.map((stage) -> Arguments.of(engine, stage, transport));
	}

	@ParameterizedTest
	@MethodSource("delayedStages")
	void whenStageIsDelayedThenTheDelayIsInThatStage(TestEngine engine, Stage stage, Transport transport)
			throws Exception {
		try (StagedServer server = new StagedServer(transport, (stage == Stage.STREAM_WAIT) ? 1 : Integer.MAX_VALUE);
				SlowLink link = new SlowLink(server.port());
				Client client = new Client(engine, link)) {
			client.warmUp();
			client.delayed(stage, server, link);
			StageTimes.Band call = client.result();
			assertThat(call.calls()).isEqualTo(1);
			double delayMicros = DELAY.toNanos() / 1e3;
			double inStage = call.micros().getOrDefault(stage, 0.0);
			// What a busy machine takes to wake a thread may be in another stage.
			assertThat(inStage).as(call.toString()).isGreaterThanOrEqualTo(0.5 * delayMicros);
			double explained = call.micros().values().stream().mapToDouble(Double::doubleValue).sum();
			assertThat(explained).as(call.toString())
				.isBetween(0.95 * call.responseMicros(), 1.0001 * call.responseMicros());
			assertThat(call.micros().get(Stage.NETWORK)).isZero();
		}
	}

	/** One connection, and the stages of its calls that count. */
	private static final class Client implements AutoCloseable {

		private final CallChannels channels;

		private final RunClock clock = RunClock.start();

		private final RunStats stats;

		private final ChannelStats channel;

		private volatile CompletableFuture<@Nullable Status> end = new CompletableFuture<>();

		Client(TestEngine engine, SlowLink link) throws Exception {
			LoadPlan plan = engine
				.plan(new LoadModel.Closed(new Concurrency.Constant(1), Warmup.NONE, Duration.ofMinutes(1), 1), 1, 10);
			this.channels = engine.open(new TargetAddress("127.0.0.1", link.port()), plan, Duration.ofSeconds(10));
			this.stats = new RunStats(this.channels, CallObserver.NONE, null, this.clock);
			this.channel = this.stats.all().getFirst();
			this.channel.whenEnded((failure) -> this.end.complete(failure));
		}

		void warmUp() throws Exception {
			for (int i = 0; i < WARM_UP_CALLS; i++) {
				this.end = new CompletableFuture<>();
				this.channel.startDueNow(false);
				assertThat(this.end.get(20, TimeUnit.SECONDS)).isNull();
			}
		}

		void delayed(Stage stage, StagedServer server, SlowLink link) throws Exception {
			switch (stage) {
				case SCHEDULE_SLIP -> start(this.clock.nanoTime() - DELAY.toNanos());
				case STREAM_WAIT, EXECUTOR_QUEUE -> {
					CountDownLatch gate = server.closeGate();
					this.channel.startDueNow(false);
					server.awaitHandler();
					start(this.clock.nanoTime());
					Uninterruptibles.sleepUninterruptibly(DELAY);
					gate.countDown();
				}
				case WRITE_AND_NETWORK -> {
					link.toServer = DELAY;
					start(this.clock.nanoTime());
				}
				case EVENT_LOOP -> {
					CountDownLatch gate = server.blockEventLoop();
					start(this.clock.nanoTime());
					Uninterruptibles.sleepUninterruptibly(DELAY);
					gate.countDown();
				}
				case HANDLER -> {
					CountDownLatch gate = server.closeGate();
					start(this.clock.nanoTime());
					server.awaitHandler();
					Uninterruptibles.sleepUninterruptibly(DELAY);
					gate.countDown();
				}
				case FLUSH_AND_NETWORK -> {
					link.toClient = DELAY;
					start(this.clock.nanoTime());
				}
				case CLIENT_EVENT_LOOP -> {
					CountDownLatch gate = server.closeGate();
					start(this.clock.nanoTime());
					server.awaitHandler();
					ScheduledExecutorService loop = this.channels.all().getFirst().executor();
					CountDownLatch blocked = StagedServer.block(loop);
					gate.countDown();
					Uninterruptibles.sleepUninterruptibly(DELAY);
					blocked.countDown();
				}
				case NETWORK -> throw new IllegalArgumentException("not with one clock");
			}
			awaitCounted();
		}

		private void start(long dueNanos) {
			this.channel.startCounting();
			this.channel.start(dueNanos);
		}

		private void awaitCounted() {
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.stats.ok() == 1);
		}

		StageTimes.Band result() throws Exception {
			this.stats.seal(TimeUnit.SECONDS.toMillis(10));
			LatencyInterval latencies = new LatencyInterval();
			this.stats.drainTo(latencies);
			return Objects.requireNonNull(latencies.stages()).mean(latencies.response());
		}

		@Override
		public void close() {
			this.channels.close();
		}

	}

}
