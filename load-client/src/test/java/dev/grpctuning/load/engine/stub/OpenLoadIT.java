package dev.grpctuning.load.engine.stub;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

import io.grpc.Status;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.support.StaticApplicationContext;

import dev.grpctuning.load.HelloServer;
import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.Sending;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.target.CallPlan;
import dev.grpctuning.load.target.CallTargets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The open model over sockets, against a server that answers at once or stops for a
 * second.
 */
@Timeout(60)
class OpenLoadIT {

	private static final int MANY = 10_000;

	@ParameterizedTest
	@EnumSource(StubKind.class)
	void theRateIsKeptAndTheLagIsReported(StubKind stub) throws Exception {
		try (HelloServer server = HelloServer.start()) {
			LoadResult result = run(server, open(500, Duration.ofSeconds(1)), stub, 2, MANY);
			assertThat(result.counts()).isEqualTo(new Counts(1500, 1500, Map.of(), 0));
			assertThat(server.calls()).as("with those of the warm-up").isEqualTo(2000);
			assertThat(server.connections()).isEqualTo(2);
			Sending sending = Objects.requireNonNull(result.sending());
			assertThat(sending.sentPerSecond()).isCloseTo(500, within(25.0));
			assertThat(sending.lagMicros().count()).isEqualTo(1500);
			assertThat(sending.lagMicros().max()).isPositive();
			assertThat(result.responseTimeMicros().max()).isGreaterThanOrEqualTo(sending.lagMicros().min());
		}
	}

	@Test
	void whenTheServerStopsThenResponseTimesSayWhatUsersWouldHaveWaited() throws Exception {
		StopAt stop = new StopAt(200);
		try (HelloServer server = HelloServer.start(stop)) {
			LoadResult result = run(server, open(200, Duration.ZERO), StubKind.FUTURE, 1, MANY);
			assertThat(result.counts()).isEqualTo(new Counts(800, 800, Map.of(), 0));
			assertThat(result.responseTimeMicros().p90()).isBetween(stop.p90Micros() - 20_000,
					stop.p90Micros() + 250_000);
			assertThat(result.responseTimeMicros().max() * 1.001).isGreaterThan(stop.micros());
		}
	}

	@Test
	void whenTheSenderHasToWaitForTheStoppedServerThenResponseTimesAreTheSameAndServiceTimesHideIt() throws Exception {
		StopAt stop = new StopAt(200);
		try (HelloServer server = HelloServer.start(stop)) {
			LoadResult result = run(server, open(200, Duration.ZERO), StubKind.FUTURE, 1, 5);
			assertThat(result.counts()).isEqualTo(new Counts(800, 800, Map.of(), 0));
			assertThat(result.responseTimeMicros().p90()).isBetween(stop.p90Micros() - 20_000,
					stop.p90Micros() + 250_000);
			assertThat(Objects.requireNonNull(result.sending()).lagMicros().p90()).isBetween(stop.p90Micros() - 40_000,
					stop.p90Micros() + 250_000);
			assertThat(result.latencyMicros().p90()).isLessThan(stop.p90Micros() / 2);
			assertThat(result.client().limitedBy()).contains("load.max-open-calls=5");
		}
	}

	private static LoadModel open(double rate, Duration warmup) {
		Duration duration = Duration.ofSeconds(4).minus(warmup);
		return new LoadModel.Open(rate, Arrivals.CONSTANT, 0, Duration.ofMillis(10), 1, warmup, duration);
	}

	private static LoadResult run(HelloServer server, LoadModel model, StubKind stub, int channels, int maxOpenCalls)
			throws Exception {
		LoadPlan plan = new LoadPlan(model, stub, channels, CallPlan.HELLO, maxOpenCalls, Duration.ofSeconds(20),
				Duration.ofSeconds(40));
		GrpcChannelsProperties properties = new GrpcChannelsProperties();
		properties.getGlobalChannel().setNegotiationType(NegotiationType.PLAINTEXT);
		StaticApplicationContext context = new StaticApplicationContext();
		context.refresh();
		StubChannelsFactory factory = new StubChannelsFactory(properties, new GlobalClientInterceptorRegistry(context),
				List.of());
		try (CallChannels open = factory.open(server.address(), plan, CallTargets.of(plan.call()),
				Duration.ofSeconds(10))) {
			return new LoadRun(plan, open, (progress) -> {
			}).run();
		}
	}

	/**
	 * Answers at once, but from one call on nothing for a second, whoever asks.
	 */
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

		/**
		 * How long the stop really was.
		 */
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
