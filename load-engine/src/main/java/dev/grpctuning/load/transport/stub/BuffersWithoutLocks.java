package dev.grpctuning.load.transport.stub;

import io.grpc.ManagedChannelBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;

/**
 * Buffers for channels that virtual threads use. grpc-java's allocator keeps 0.9 KB per
 * thread and has locks, and a thread that waited for one keeps a stack four times as
 * large.
 */
final class BuffersWithoutLocks implements GrpcChannelConfigurer {

	private static final ByteBufAllocator ALLOCATOR = new AdaptiveByteBufAllocator();

	@Override
	public void accept(ManagedChannelBuilder<?> builder, String name) {
		((NettyChannelBuilder) builder).withOption(ChannelOption.ALLOCATOR, ALLOCATOR);
	}

}
