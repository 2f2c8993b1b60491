package dev.grpctuning.load.engine.stub;

import io.grpc.ManagedChannelBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;

/**
 * Buffers for channels on which virtual threads call, of which there may be a hundred
 * thousand. grpc-java's own allocator keeps 0.9 KB for each thread that has ever sent
 * something, and has locks: a thread that had to wait for one, in the middle of a call,
 * has a stack of 5 KB from then on, four times as much as the others.
 */
final class BuffersWithoutLocks implements GrpcChannelConfigurer {

	private static final ByteBufAllocator ALLOCATOR = new AdaptiveByteBufAllocator();

	@Override
	public void accept(ManagedChannelBuilder<?> builder, String name) {
		((NettyChannelBuilder) builder).withOption(ChannelOption.ALLOCATOR, ALLOCATOR);
	}

}
