package dev.grpctuning.load.transport.stub;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;

/**
 * Makes channels that outlive their server: they reconnect within about a second, where
 * grpc-java waits up to two minutes.
 */
final class LastingChannelFactory extends ConnectingChannelFactory {

	// How long sent data may stay unacknowledged. By default a vanished machine is
	// noticed after a quarter of an hour.
	private static final int UNACKNOWLEDGED_MILLIS = 20_000;

	private final Supplier<? extends ScheduledExecutorService> latestLoop;

	LastingChannelFactory(GrpcChannelsProperties properties, GlobalClientInterceptorRegistry interceptors,
			List<GrpcChannelConfigurer> configurers, Duration timeout,
			Supplier<? extends ScheduledExecutorService> latestLoop) {
		super(properties, interceptors, configurers, timeout);
		this.latestLoop = latestLoop;
	}

	@Override
	protected void configure(NettyChannelBuilder builder, String name) {
		super.configure(builder, name);
		if (Epoll.isAvailable()) {
			builder.withOption(EpollChannelOption.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MILLIS);
		}
	}

	@Override
	protected ManagedChannel newManagedChannel(String name) {
		ManagedChannel channel = super.newManagedChannel(name);
		this.latestLoop.get().scheduleWithFixedDelay(() -> {
			channel.resetConnectBackoff();
			channel.getState(true);
		}, 1, 1, TimeUnit.SECONDS);
		return channel;
	}

}
