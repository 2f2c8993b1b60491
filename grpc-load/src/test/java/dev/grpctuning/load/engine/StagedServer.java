package dev.grpctuning.load.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.Uninterruptibles;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import org.awaitility.Awaitility;

import dev.grpctuning.call.CallDispatch;
import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.call.trace.CallTracers;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.observe.LoopWatch;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.stages.CallStages;
import dev.grpctuning.transport.EventLoops;

/**
 * A greeting server with the starter's parts, one event loop and one thread for handlers,
 * that reports the stages of all calls. Its handler can be held.
 */
final class StagedServer implements AutoCloseable {

	private static final Duration GRACE = Duration.ofSeconds(10);

	private final EventLoops eventLoops;

	private final CallExecutors executors;

	private final Server server;

	private final Semaphore handling = new Semaphore(0);

	private volatile CountDownLatch gate = new CountDownLatch(0);

	StagedServer(Transport transport, int callsPerConnection) throws IOException {
		Settings settings = new Settings(Map.of(Knobs.TRANSPORT, transport, Knobs.WORKER_THREADS, 1,
				Knobs.STAGES_SAMPLED_PER_SECOND, Integer.MAX_VALUE));
		this.eventLoops = EventLoops.create(settings, false, LoopWatch::watching);
		this.executors = new CallExecutors(
				new CallExecutorsSettings(ExecutorSettings.of(ExecutorType.FIXED, 1, null, null), List.of(), null),
				new HandlerExecutorFactory(Runtime.version().feature(), null, null),
				(name, figures) -> TaskTimings.NONE, () -> {
				});
		NettyServerBuilder builder = NettyServerBuilder
			.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.maxConcurrentCallsPerConnection(callsPerConnection)
			.addService(new Greeter());
		this.eventLoops.applyTo(builder, (listener) -> {
		});
		CallTracers tracers = CallTracers.on(builder);
		new CallDispatch(this.executors, new CallLimits()).applyTo(builder, tracers);
		CallStages stages = new CallStages();
		stages.update(settings);
		stages.applyTo(builder);
		tracers.sample(stages::sample);
		this.server = builder.build().start();
	}

	int port() {
		return this.server.getPort();
	}

	/** Makes handlers wait until the gate is opened. */
	CountDownLatch closeGate() {
		CountDownLatch closed = new CountDownLatch(1);
		this.handling.drainPermits();
		this.gate = closed;
		return closed;
	}

	/** Waits until a handler waits at the gate. */
	void awaitHandler() throws InterruptedException {
		if (!this.handling.tryAcquire(GRACE.toSeconds(), TimeUnit.SECONDS)) {
			throw new AssertionError("no call came");
		}
	}

	/** Blocks the event loop from now until the gate is opened. */
	CountDownLatch blockEventLoop() {
		return block(this.eventLoops.workers().next());
	}

	/** Occupies a single thread from now until the gate is opened. */
	static CountDownLatch block(Executor thread) {
		CountDownLatch blocked = new CountDownLatch(1);
		CountDownLatch opened = new CountDownLatch(1);
		thread.execute(() -> {
			blocked.countDown();
			Uninterruptibles.awaitUninterruptibly(opened);
		});
		Uninterruptibles.awaitUninterruptibly(blocked);
		return opened;
	}

	@Override
	public void close() {
		this.gate.countDown();
		this.server.shutdownNow();
		Awaitility.await().until(this.server::isTerminated);
		this.executors.close(GRACE);
		this.eventLoops.close(GRACE);
	}

	private final class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			StagedServer.this.handling.release();
			Uninterruptibles.awaitUninterruptibly(StagedServer.this.gate);
			response.onNext(HelloResponse.getDefaultInstance());
			response.onCompleted();
		}

	}

}
