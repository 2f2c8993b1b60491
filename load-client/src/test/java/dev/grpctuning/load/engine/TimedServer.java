package dev.grpctuning.load.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.load.target.TargetAddress;

/**
 * A greeting server on a loopback port that answers each call at a time that is known,
 * and holds no thread meanwhile.
 */
final class TimedServer implements AutoCloseable {

	private final ScheduledExecutorService answers = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

	private final AtomicReference<@Nullable Long> begun = new AtomicReference<>();

	private final Server server;

	/**
	 * Starts a server.
	 * @param answerNanos from the time at which a call arrives, in nanoseconds since the
	 * first one did, to the time at which it is answered
	 */
	TimedServer(LongUnaryOperator answerNanos) throws IOException {
		this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.directExecutor()
			.addService(new HelloServiceGrpc.HelloServiceImplBase() {

				@Override
				public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
					long now = System.nanoTime();
					TimedServer.this.begun.compareAndSet(null, now);
					Long first = TimedServer.this.begun.get();
					long arrival = (first != null) ? now - first : 0;
					TimedServer.this.answers.schedule(() -> {
						response.onNext(HelloResponse.getDefaultInstance());
						response.onCompleted();
					}, delay(arrival, answerNanos), TimeUnit.NANOSECONDS);
				}

			})
			.build()
			.start();
	}

	private static synchronized long delay(long arrival, LongUnaryOperator answerNanos) {
		return answerNanos.applyAsLong(arrival) - arrival;
	}

	TargetAddress address() {
		return new TargetAddress(InetAddress.getLoopbackAddress().getHostAddress(), this.server.getPort());
	}

	@Override
	public void close() {
		this.server.shutdownNow();
		this.answers.shutdownNow();
	}

}
