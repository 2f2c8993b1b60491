package dev.grpctuning.testkit.greeting;

import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/** A tuned server with the greeter, health and reflection, whoever builds it. */
public interface GreetingServer extends AutoCloseable {

	int port();

	Greeter greeter();

	/** Full names of all its services. */
	Set<String> serviceNames();

	/** Number of the generation that serves. */
	int generation();

	/**
	 * Changes the tuning, which must come into force.
	 * @param changes {@code name=value}; without a {@code =} the configured value again
	 */
	Object change(String... changes);

	NettyChannelBuilder channelBuilder();

	default ManagedChannel channel() {
		return channelBuilder().build();
	}

	/** Makes a call on a connection of its own and says which thread handled it. */
	default String call() {
		return call(channel());
	}

	/** Does the same at any server. */
	static String call(int port) {
		return call(NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build());
	}

	/** Does the same over any channel, which it closes. */
	static String call(ManagedChannel channel) {
		try {
			return HelloServiceGrpc.newBlockingStub(channel)
				.withWaitForReady()
				.withDeadlineAfter(60, TimeUnit.SECONDS)
				.sayHello(HelloRequest.getDefaultInstance())
				.getGreeting();
		}
		finally {
			channel.shutdownNow();
		}
	}

	@Override
	void close();

}
