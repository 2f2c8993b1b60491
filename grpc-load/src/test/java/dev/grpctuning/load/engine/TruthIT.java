package dev.grpctuning.load.engine;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an engine measures over sockets at a server that takes a known time.
 * {@link TruthTests} compare every model with theory to the digit, without sockets.
 * <p>
 * Service times are compared with theory, below which none may be, because a busy machine
 * makes nothing shorter. And with those that the server noted, within 2 %. What a busy
 * machine adds between the two comes by chance, so a run is repeated until they agree.
 */
@Timeout(180)
@Tag("timing")
@Execution(ExecutionMode.CONCURRENT)
class TruthIT {

	private static final int ATTEMPTS = 9;

	private static final Duration SECOND = Duration.ofSeconds(1);

	/**
	 * So long that 2 % are more than what a machine that is busy with other things adds
	 * to most calls.
	 */
	private static final long MILLIS = 300;

	private static final int CALLS = 160;

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final List<Long> served = new CopyOnWriteArrayList<>();

	@AfterEach
	void close() {
		this.timer.shutdownNow();
	}

	@ParameterizedTest
	@EnumSource(names = { "ASYNC", "RAW" })
	void whenEveryTenthCallTakesTwiceAsLongThenPercentilesSaySo(TestEngine engine) throws Exception {
		LoadPlan plan = engine
			.plan(new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(80), Arrivals.CONSTANT, 1, Shard.ALL),
					SECOND, 1, new Warmup.Fixed(SECOND), SECOND.multipliedBy(2)), 2, 10_000);
		Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.directExecutor()
			.addService(new EveryTenth())
			.build()
			.start();
		try {
			@Nullable String difference = "no run";
			for (int attempt = 0; attempt < ATTEMPTS && difference != null; attempt++) {
				this.served.clear();
				Histogram service = run(engine, server.getPort(), plan);
				assertThat(service.getTotalCount()).isEqualTo(CALLS);
				assertThat(service.getMinValue()).isGreaterThanOrEqualTo(MILLIS * 999);
				assertThat(service.getValueAtPercentile(95)).isGreaterThanOrEqualTo(2 * MILLIS * 999);
				difference = difference(service);
			}
			assertThat(difference).isNull();
		}
		finally {
			server.shutdownNow();
		}
	}

	/** The calls that count are the last ones of the server. */
	private @Nullable String difference(Histogram service) {
		List<Long> micros = this.served.subList(this.served.size() - CALLS, this.served.size())
			.stream()
			.sorted()
			.toList();
		for (int percentile : new int[] { 25, 50, 75, 95 }) {
			long expected = micros.get(CALLS * percentile / 100 - 1);
			long seen = service.getValueAtPercentile(percentile);
			if (Math.abs(seen - expected) > expected / 50) {
				return "p%d: %d µs instead of %d µs".formatted(percentile, seen, expected);
			}
		}
		return null;
	}

	private static Histogram run(TestEngine engine, int port, LoadPlan plan) throws Exception {
		try (CallChannels open = engine.open(new TargetAddress("127.0.0.1", port), plan, Duration.ofSeconds(10))) {
			return new LoadRun(plan, open, (progress) -> {
			}).run().latencies().service();
		}
	}

	/** Holds no thread meanwhile, and notes how long a call really took. */
	private final class EveryTenth extends HelloServiceGrpc.HelloServiceImplBase {

		private final AtomicLong calls = new AtomicLong();

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			long arrived = System.nanoTime();
			long factor = (this.calls.getAndIncrement() % 10 != 9) ? 1 : 2;
			TruthIT.this.timer.schedule(() -> {
				TruthIT.this.served.add((System.nanoTime() - arrived) / 1000);
				response.onNext(HelloResponse.getDefaultInstance());
				response.onCompleted();
			}, factor * MILLIS, TimeUnit.MILLISECONDS);
		}

	}

}
