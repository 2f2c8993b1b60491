package dev.grpctuning.load.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/**
 * A greeting server on a loopback port that answers each call at a time that is known,
 * holds no thread meanwhile, and notes when it really did.
 */
final class TimedServer implements AutoCloseable {

	private final ScheduledExecutorService answers = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

	private final AtomicReference<@Nullable Long> begun = new AtomicReference<>();

	private final Queue<ServedCall> served = new ConcurrentLinkedQueue<>();

	private final Server server;

	/**
	 * Starts a server.
	 * @param answerNanos from the time at which a call arrives, in nanoseconds since the
	 * first one did, to the time at which it is answered
	 */
	TimedServer(LongUnaryOperator answerNanos) throws IOException {
		this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.directExecutor()
			.addStreamTracerFactory(new ServerStreamTracer.Factory() {

				@Override
				public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
					ServedCall call = new ServedCall();
					TimedServer.this.served.add(call);
					return call;
				}

			})
			.addService(new HelloServiceGrpc.HelloServiceImplBase() {

				@Override
				public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
					long now = System.nanoTime();
					TimedServer.this.begun.compareAndSet(null, now);
					long arrival = now - begunNanos();
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

	String address() {
		return InetAddress.getLoopbackAddress().getHostAddress() + ":" + this.server.getPort();
	}

	/** When the first call arrived, on the clock of {@link System#nanoTime()}. */
	long begunNanos() {
		Long first = this.begun.get();
		if (first == null) {
			throw new IllegalStateException("no call has arrived");
		}
		return first;
	}

	/** All calls so far, those of a warm-up included, as they arrived. */
	List<ServedCall> served() {
		return List.copyOf(this.served);
	}

	@Override
	public void close() {
		this.server.shutdownNow();
		this.answers.shutdownNow();
	}

	/**
	 * A call at the server's end of the connection: from when its headers were read to
	 * when its answer was written to the socket, both of which the thread of the
	 * connection says.
	 */
	static final class ServedCall extends ServerStreamTracer {

		private final long arrivedNanos = System.nanoTime();

		private volatile long answeredNanos;

		@Override
		public void streamClosed(Status status) {
			this.answeredNanos = System.nanoTime();
		}

		long arrivedNanos() {
			return this.arrivedNanos;
		}

		long answeredNanos() {
			return this.answeredNanos;
		}

	}

}
