package dev.grpctuning.load.engine.stub;

import io.grpc.ManagedChannelBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoop;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;

import dev.grpctuning.load.engine.transport.ClientEventLoops;

/**
 * Puts each channel on one event loop and its callbacks on that loop. A call is one
 * attempt: what the server refuses is counted, not sent again unseen.
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
