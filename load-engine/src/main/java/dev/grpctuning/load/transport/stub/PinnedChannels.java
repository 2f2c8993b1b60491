package dev.grpctuning.load.transport.stub;

import io.grpc.ManagedChannelBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoop;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;

import dev.grpctuning.load.transport.ClientEventLoops;

/**
 * Puts each channel on one event loop. Retries are off: what the server refuses is
 * counted.
 */
final class PinnedChannels implements GrpcChannelConfigurer {

	private final ClientEventLoops eventLoops;

	private EventLoop latest;

	PinnedChannels(ClientEventLoops eventLoops) {
		this.eventLoops = eventLoops;
		this.latest = eventLoops.next();
	}

	@Override
	public void accept(ManagedChannelBuilder<?> builder, String name) {
		this.latest = this.eventLoops.next();
		((NettyChannelBuilder) builder).channelType(this.eventLoops.channelType())
			.eventLoopGroup(this.latest)
			.directExecutor()
			.disableRetry();
	}

	EventLoop latest() {
		return this.latest;
	}

}
