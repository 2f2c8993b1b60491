package dev.grpctuning.load.engine;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
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

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	@ParameterizedTest
	@EnumSource(value = TestEngine.class, names = { "FUTURE", "RAW" })
	void whenOneConnectionOfAHundredDiesThenOnlyItsCallsFailAndItIsMadeAnew(TestEngine engine) throws Exception {
		EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
		Map<SocketAddress, Channel> accepted = new ConcurrentHashMap<>();
		// A new connection may come from the port of one that has ended.
		AtomicInteger count = new AtomicInteger();
		Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.bossEventLoopGroup(loops)
			.workerEventLoopGroup(loops)
			.channelFactory(() -> new Listener(accepted, count))
			.addService(new Greeter())
			.intercept(new Killer(accepted, 200))
			.build()
			.start();
		try {
			LoadPlan plan = engine.plan(open(1000, Duration.ofSeconds(1)), 100, 10_000);
			TargetAddress address = new TargetAddress("127.0.0.1", server.getPort());
			LoadResult load;
			try (CallChannels channels = engine.open(address, plan, TIMEOUT)) {
				load = run(plan, channels);
				// With the one that looks whether somebody listens, and the new one.
				await().untilAsserted(() -> assertThat(count).hasValue(102));
			}
			Counts counts = load.counts();
			assertThat(counts.started()).isEqualTo(1000);
			// The second is what grpc-java says of a call that it writes before it hears
			// of
			// the end of the connection.
			assertThat(counts.failed().keySet()).isSubsetOf("UNAVAILABLE",
					(engine == TestEngine.RAW) ? "UNAVAILABLE" : "UNKNOWN");
			long failed = counts.failedTotal();
			assertThat(failed).isBetween(1L, 10L);
			assertThat(counts.ok()).isEqualTo(1000 - failed);
		}
		finally {
			server.shutdownNow().awaitTermination();
			loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
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
					LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
					meanwhile.set(latest.get() - before);
				});
			}
			return Status.OK;
		})) {
			LoadPlan plan = engine.plan(open(400, Duration.ofSeconds(2)), 2, 10_000);
			try (CallChannels channels = engine.open(TargetAddress.parse(server.address()), plan, TIMEOUT)) {
				loop.set(channels.all().getFirst().executor());
				LoadResult load = run(plan, channels);
				assertThat(load.counts()).isEqualTo(new Counts(800, 800, Map.of(), 0, 0));
				assertThat(load.responseTimeMicros().max()).isGreaterThan(900_000);
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
		}).run();
	}

	private static final class Listener extends NioServerSocketChannel {

		private final Map<SocketAddress, Channel> accepted;

		private final AtomicInteger count;

		Listener(Map<SocketAddress, Channel> accepted, AtomicInteger count) {
			this.accepted = accepted;
			this.count = count;
		}

		@Override
		protected int doReadMessages(List<Object> connections) throws Exception {
			int read = super.doReadMessages(connections);
			for (Object connection : connections) {
				Channel channel = (Channel) connection;
				// The list has those of earlier reads, too.
				if (this.accepted.put(channel.remoteAddress(), channel) != channel) {
					this.count.incrementAndGet();
				}
			}
			return read;
		}

	}

	private static final class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			response.onNext(HelloResponse.getDefaultInstance());
			response.onCompleted();
		}

	}

	/** Closes the connection of one call instead of answering it. */
	private static final class Killer implements ServerInterceptor {

		private final Map<SocketAddress, Channel> accepted;

		private final int call;

		private final AtomicInteger calls = new AtomicInteger();

		Killer(Map<SocketAddress, Channel> accepted, int call) {
			this.accepted = accepted;
			this.call = call;
		}

		@Override
		public <Q, P> ServerCall.Listener<Q> interceptCall(ServerCall<Q, P> call, Metadata headers,
				ServerCallHandler<Q, P> next) {
			if (this.calls.incrementAndGet() != this.call) {
				return next.startCall(call, headers);
			}
			Channel connection = Objects
				.requireNonNull(this.accepted.get(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)));
			connection.eventLoop().execute(() -> connection.unsafe().close(connection.newPromise()));
			return new ServerCall.Listener<>() {
			};
		}

	}

}
