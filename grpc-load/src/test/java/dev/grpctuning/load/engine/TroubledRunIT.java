package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.grpc.Status;
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
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.testkit.HelloServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Runs in which something goes wrong, and which must count it right. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class TroubledRunIT {

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	@ParameterizedTest
	@EnumSource(value = TestEngine.class, names = { "FUTURE", "RAW" })
	void whenOneConnectionOfAHundredDiesThenOnlyItsCallsFailAndItIsMadeAnew(TestEngine engine) throws Exception {
		AtomicReference<SlowLink> cut = new AtomicReference<>();
		try (HelloServer server = HelloServer.start((index) -> {
			if (index == 200) {
				Objects.requireNonNull(cut.get()).cut();
			}
			return Status.OK;
		}); SlowLink link = new SlowLink(TargetAddress.parse(server.address()).port())) {
			cut.set(link);
			LoadPlan plan = engine.plan(open(1000, Duration.ofSeconds(1)), 100, 10_000);
			LoadResult load;
			try (CallChannels channels = engine.open(new TargetAddress("127.0.0.1", link.port()), plan, TIMEOUT)) {
				load = run(plan, channels);
				// With the one that looks whether somebody listens, and the new one.
				await().untilAsserted(() -> assertThat(link.connections()).isEqualTo(102));
			}
			Counts counts = load.counts();
			assertThat(counts.started()).isEqualTo(1000);
			// The second is what grpc-java says of a call that it writes before it hears
			// of the end of the connection.
			assertThat(counts.failed().keySet()).isSubsetOf("UNAVAILABLE", "UNKNOWN");
			long failed = counts.failedTotal();
			assertThat(failed).isLessThanOrEqualTo(10);
			assertThat(counts.ok()).isEqualTo(1000 - failed);
		}
	}

	@ParameterizedTest
	@EnumSource(value = TestEngine.class, names = { "FUTURE", "RAW" })
	void whenAnEventLoopBlocksThenNoCallIsLostAndTheResponseTimesHaveIt(TestEngine engine) throws Exception {
		AtomicReference<Executor> loop = new AtomicReference<>();
		AtomicLong latest = new AtomicLong();
		AtomicLong meanwhile = new AtomicLong();
		try (HelloServer server = HelloServer.start((index) -> {
			latest.set(index);
			if (index == 200) {
				Objects.requireNonNull(loop.get()).execute(() -> {
					long before = latest.get();
					long from = System.nanoTime();
					// On a busy machine, the other loop may be late as well.
					for (long blocked = 0; blocked < SECOND
							|| (meanwhile.get() <= 20 && blocked < 10 * SECOND); blocked = System.nanoTime() - from) {
						LockSupport.parkNanos(SECOND / 100);
						meanwhile.set(latest.get() - before);
					}
				});
			}
			return Status.OK;
		})) {
			LoadPlan plan = engine.plan(open(400, Duration.ofSeconds(2)), 2, 10_000);
			try (CallChannels channels = engine.open(TargetAddress.parse(server.address()), plan, TIMEOUT)) {
				loop.set(channels.all().getFirst().executor());
				LoadResult load = run(plan, channels);
				assertThat(load.counts()).isEqualTo(new Counts(800, 800, Map.of(), 0, 0));
				assertThat(load.latencyMicros().response().max()).isGreaterThan(900_000);
				assertThat(meanwhile).as("calls of the other loop").hasValueGreaterThan(20);
				if (engine == TestEngine.RAW) {
					assertThat(Objects.requireNonNull(load.sending()).lagMicros().max()).isGreaterThan(900_000);
					assertThat(load.client().saturatedBy()).contains("sent more than load.open.max-lag=10 ms late");
				}
			}
		}
	}

	private static LoadModel open(double rate, Duration duration) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(rate), Arrivals.CONSTANT, 0, Shard.ALL),
				Duration.ofMillis(10), 0.01, Warmup.NONE, duration);
	}

	private static LoadResult run(LoadPlan plan, CallChannels channels) throws Exception {
		return new LoadRun(plan, channels, (progress) -> {
		}).run().result();
	}

}
