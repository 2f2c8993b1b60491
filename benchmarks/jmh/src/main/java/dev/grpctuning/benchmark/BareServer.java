package dev.grpctuning.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ForkJoinPool;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/**
 * A server that a developer would write with grpc-java alone: the handler, event loops
 * and executor of hello-service's profiles {@code direct} and {@code tuned}.
 */
final class BareServer {

	private static final int CALLS_PER_CONNECTION = 1000;

	private BareServer() {
	}

	/** Takes the port and {@code direct} or {@code fork-join}. */
	static void main(String[] arguments) throws IOException, InterruptedException {
		int processors = Runtime.getRuntime().availableProcessors();
		NettyServerBuilder builder = NettyServerBuilder
			.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])))
			.bossEventLoopGroup(new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()))
			.workerEventLoopGroup(new MultiThreadIoEventLoopGroup(processors, EpollIoHandler.newFactory()))
			.channelType(EpollServerSocketChannel.class)
			.maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
			.addService(new Hello());
		switch (arguments[1]) {
			case "direct" -> builder.directExecutor();
			case "fork-join" -> builder
				.executor(new ForkJoinPool(processors, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true));
			default -> throw new IllegalArgumentException(arguments[1] + " (expected: direct or fork-join)");
		}
		Server server = builder.build().start();
		server.awaitTermination();
	}

	private static final class Hello extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> observer) {
			observer.onNext(HelloResponse.newBuilder()
				.setGreeting("Hello " + request.getFirstName() + " " + request.getLastName())
				.setId(request.getId())
				.addAllData(request.getDataList())
				.build());
			observer.onCompleted();
		}

	}

}
