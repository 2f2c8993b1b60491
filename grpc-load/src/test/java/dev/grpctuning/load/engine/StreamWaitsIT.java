package dev.grpctuning.load.engine;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import org.HdrHistogram.Histogram;
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
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ten calls at once on one connection, on which the server allows two streams. A call
 * takes it a second.
 */
@Execution(ExecutionMode.CONCURRENT)
class StreamWaitsIT {

	private static final int CALLS = 10;

	private static final int STREAMS = 2;

	private static final long HANDLER_MILLIS = 1000;

	@ParameterizedTest
	@EnumSource(TestEngine.class)
	void whenTheServerLimitsStreamsThenTheWaitsOfAllFurtherCallsAreMeasured(TestEngine engine) throws Exception {
		Histogram waits = Objects.requireNonNull(run(engine, STREAMS).latencies().streamWaits());
		// The calls that take the last free stream wait too, but hardly.
		assertThat(waits.getCountBetweenValues(500_000, waits.getMaxValue())).isEqualTo(CALLS - STREAMS);
		assertThat(waits.getMaxValue()).as("four others were before").isGreaterThanOrEqualTo(3_500_000);
	}

	@ParameterizedTest
	@EnumSource(TestEngine.class)
	void whenTheServerDoesNotLimitStreamsThenNoCallWaits(TestEngine engine) throws Exception {
		assertThat(run(engine, Integer.MAX_VALUE).latencies().streamWaits()).isNull();
	}

	private static MeasuredLoad run(TestEngine engine, int streams) throws Exception {
		ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
		Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.maxConcurrentCallsPerConnection(streams)
			.addService(new Slow(timer))
			.build()
			.start();
		try {
			Duration timeout = Duration.ofSeconds(20);
			LoadPlan plan = engine.plan(
					new LoadModel.Burst(new BurstSchedule(1, CALLS, Duration.ZERO, Pacing.SCHEDULE), Warmup.NONE), 1,
					100);
			try (CallChannels channels = engine.open(new TargetAddress("127.0.0.1", server.getPort()), plan, timeout)) {
				MeasuredLoad load = new LoadRun(plan, channels, (progress) -> {
				}).run();
				assertThat(load.result().counts()).isEqualTo(new Counts(CALLS, CALLS, Map.of(), 0, 0));
				return load;
			}
		}
		finally {
			server.shutdownNow().awaitTermination();
			timer.shutdownNow();
		}
	}

	private static final class Slow extends HelloServiceGrpc.HelloServiceImplBase {

		private final ScheduledExecutorService timer;

		Slow(ScheduledExecutorService timer) {
			this.timer = timer;
		}

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			this.timer.schedule(() -> {
				response.onNext(HelloResponse.getDefaultInstance());
				response.onCompleted();
			}, HANDLER_MILLIS, TimeUnit.MILLISECONDS);
		}

	}

}
