package dev.grpctuning.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.ByteString;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/**
 * A server that a developer would write with grpc-java alone: the handler, interceptor,
 * event loops and executor of hello-service's profiles {@code direct} and {@code tuned}.
 */
final class BareServer {

	private static final int CALLS_PER_CONNECTION = 1000;

	private BareServer() {
	}

	/**
	 * Takes the port, the executor {@code direct}, {@code direct-switched},
	 * {@code direct-measured} or {@code fork-join}, and optionally a delay of the answers
	 * in seconds.
	 */
	static void main(String[] arguments) throws IOException, InterruptedException {
		int processors = Runtime.getRuntime().availableProcessors();
		NettyServerBuilder builder = NettyServerBuilder
			.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])))
			.bossEventLoopGroup(new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()))
			.workerEventLoopGroup(new MultiThreadIoEventLoopGroup(processors, EpollIoHandler.newFactory()))
			.channelType(EpollServerSocketChannel.class)
			.maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
			.addService(new Hello((arguments.length > 2) ? Integer.parseInt(arguments[2]) : 0))
			.intercept(new Headers());
		switch (arguments[1]) {
			case "direct" -> builder.directExecutor();
			// The least that a choice of the executor for each call costs.
			case "direct-switched" -> builder.executor(Runnable::run).callExecutor(new OnEventLoop());
			// The least that this, gRPC's metrics of calls and a count of open calls
			// cost.
			case "direct-measured" -> builder.executor(Runnable::run)
				.callExecutor(new OnEventLoop())
				.addStreamTracerFactory(new MeasuredCalls());
			case "fork-join" -> builder
				.executor(new ForkJoinPool(processors, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true));
			default -> throw new IllegalArgumentException(
					arguments[1] + " (expected: direct, direct-switched, direct-measured or fork-join)");
		}
		Server server = builder.build().start();
		server.awaitTermination();
	}

	private static final class OnEventLoop implements ServerCallExecutorSupplier {

		private static final Executor CALLER = Runnable::run;

		@Override
		public <Q, R> Executor getExecutor(ServerCall<Q, R> call, Metadata metadata) {
			return CALLER;
		}

	}

	/** The interceptor of hello-service. */
	private static final class Headers implements ServerInterceptor {

		private static final Metadata.Key<String> PRINTED = Metadata.Key.of("x-the-header",
				Metadata.ASCII_STRING_MARSHALLER);

		private static final Metadata.Key<String> DELAY = Metadata.Key.of("x-work-delay-us",
				Metadata.ASCII_STRING_MARSHALLER);

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			if (headers.get(PRINTED) != null || headers.get(DELAY) != null) {
				throw Status.UNIMPLEMENTED.asRuntimeException();
			}
			return next.startCall(call, headers);
		}

	}

	/** The handler of hello-service, without its checks and its optional work. */
	private static final class Hello extends HelloServiceGrpc.HelloServiceImplBase {

		/**
		 * Largest payload, which takes little memory because it repeats one small block.
		 */
		private static final ByteString PAYLOAD = payload();

		private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

		private final int delaySeconds;

		Hello(int delaySeconds) {
			this.delaySeconds = delaySeconds;
			this.timer.setRemoveOnCancelPolicy(true);
		}

		private static ByteString payload() {
			ByteString all = ByteString.copyFrom(new byte[64 << 10]);
			while (all.size() < 16 << 20) {
				all = all.concat(all);
			}
			return all;
		}

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> observer) {
			HelloResponse response = HelloResponse.newBuilder()
				.setGreeting("Hello " + request.getFirstName() + " " + request.getLastName())
				.setId(request.getId())
				.addAllData(request.getDataList())
				.setPayload(PAYLOAD.substring(0, request.getResponseBytes()))
				.build();
			if (this.delaySeconds == 0) {
				complete(response, observer);
				return;
			}
			Future<?> answer = this.timer.schedule(() -> complete(response, observer), this.delaySeconds,
					TimeUnit.SECONDS);
			((ServerCallStreamObserver<HelloResponse>) observer).setOnCancelHandler(() -> answer.cancel(false));
		}

		private static void complete(HelloResponse response, StreamObserver<HelloResponse> observer) {
			observer.onNext(response);
			observer.onCompleted();
		}

	}

}
