package dev.grpctuning.load.transport.stub;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import com.google.common.util.concurrent.Uninterruptibles;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.channelfactory.NettyChannelFactory;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.transport.ClientEventLoops;

/**
 * Makes channels that are connected, and reports why if they are not.
 */
final class ConnectingChannelFactory extends NettyChannelFactory {

	/** A call on a failed channel fails at once; one on a waiting channel does not. */
	private static final Duration ASKING = Duration.ofMillis(200);

	private final Duration timeout;

	private final @Nullable Supplier<? extends ScheduledExecutorService> lasting;

	/**
	 * With the loop of the latest channel, channels outlive their server: they reconnect
	 * within about a second, where grpc-java waits up to two minutes.
	 */
	ConnectingChannelFactory(GrpcChannelsProperties properties, GlobalClientInterceptorRegistry interceptors,
			List<GrpcChannelConfigurer> configurers, Duration timeout,
			@Nullable Supplier<? extends ScheduledExecutorService> lasting) {
		super(properties, interceptors, configurers);
		this.timeout = timeout;
		this.lasting = lasting;
	}

	/** Ignores the JVM's proxies: the server itself is measured. */
	@Override
	protected void configure(NettyChannelBuilder builder, String name) {
		super.configure(builder, name);
		builder.proxyDetector((address) -> null);
		if (this.lasting != null && Epoll.isAvailable()) {
			builder.withOption(EpollChannelOption.TCP_USER_TIMEOUT, ClientEventLoops.UNACKNOWLEDGED_MILLIS);
		}
	}

	@Override
	protected ManagedChannel newManagedChannel(String name) {
		ManagedChannel channel = super.newManagedChannel(name);
		CountDownLatch ready = new CountDownLatch(1);
		channel.getState(true);
		watch(channel, ready);
		boolean connected = false;
		try {
			connected = ready.await(this.timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		if (!connected) {
			String reason = Thread.currentThread().isInterrupted() ? "interrupted" : reason(channel);
			channel.shutdownNow();
			throw new NotConnectedException(reason);
		}
		if (this.lasting != null) {
			this.lasting.get().scheduleWithFixedDelay(() -> {
				channel.resetConnectBackoff();
				channel.getState(true);
			}, 1, 1, TimeUnit.SECONDS);
		}
		return channel;
	}

	private static void watch(ManagedChannel channel, CountDownLatch ready) {
		ConnectivityState state = channel.getState(false);
		if (state == ConnectivityState.READY) {
			ready.countDown();
		}
		else if (state != ConnectivityState.SHUTDOWN) {
			channel.notifyWhenStateChanged(state, () -> watch(channel, ready));
		}
	}

	private static String reason(ManagedChannel channel) {
		try {
			Uninterruptibles.getUninterruptibly(ClientCalls.futureUnaryCall(
					channel.newCall(HealthGrpc.getCheckMethod(),
							CallOptions.DEFAULT.withDeadlineAfter(ASKING.toNanos(), TimeUnit.NANOSECONDS)),
					HealthCheckRequest.getDefaultInstance()));
			return "it was there too late";
		}
		catch (ExecutionException ex) {
			return ConnectFailure.of(Status.fromThrowable(ex));
		}
	}

	/** Thrown when a connection was not ready in time, with the reason. */
	static final class NotConnectedException extends RuntimeException {

		NotConnectedException(String message) {
			super(message);
		}

	}

}
