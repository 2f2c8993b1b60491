package dev.grpctuning.benchmark;

import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessSocketAddress;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringSocketChannel;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.value.Transport;

/** Client of the {@link Echo} that waits for each answer on the thread that asked. */
final class EchoClient {

	private static final long GRACE_SECONDS = 5;

	private final @Nullable EventLoopGroup eventLoops;

	private final ManagedChannel channel;

	private final HelloServiceGrpc.HelloServiceBlockingStub stub;

	EchoClient(@Nullable Transport transport, Server server) {
		SocketAddress address = server.getListenSockets().get(0);
		if (transport == null) {
			this.eventLoops = null;
			this.channel = InProcessChannelBuilder.forName(((InProcessSocketAddress) address).getName())
				.directExecutor()
				.build();
		}
		else {
			this.eventLoops = new MultiThreadIoEventLoopGroup(1, handler(transport));
			this.channel = NettyChannelBuilder.forAddress(address)
				.eventLoopGroup(this.eventLoops)
				.channelType(channelType(transport))
				.usePlaintext()
				.directExecutor()
				.build();
		}
		this.stub = HelloServiceGrpc.newBlockingStub(this.channel);
	}

	private static IoHandlerFactory handler(Transport transport) {
		return switch (transport) {
			case AUTO, NIO -> NioIoHandler.newFactory();
			case EPOLL -> EpollIoHandler.newFactory();
			case IO_URING -> IoUringIoHandler.newFactory();
		};
	}

	private static Class<? extends Channel> channelType(Transport transport) {
		return switch (transport) {
			case AUTO, NIO -> NioSocketChannel.class;
			case EPOLL -> EpollSocketChannel.class;
			case IO_URING -> IoUringSocketChannel.class;
		};
	}

	HelloResponse call(HelloRequest request) {
		return this.stub.sayHello(request);
	}

	void close() throws InterruptedException {
		this.channel.shutdownNow().awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
		if (this.eventLoops != null) {
			this.eventLoops.shutdownGracefully(0, GRACE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
		}
	}

}
