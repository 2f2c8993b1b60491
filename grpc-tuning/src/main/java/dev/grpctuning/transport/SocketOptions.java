package dev.grpctuning.transport;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

import io.grpc.netty.NettyServerBuilder;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.uring.IoUringChannelOption;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.socket.AllocatorType;
import dev.grpctuning.settings.socket.ListenAddress;
import dev.grpctuning.settings.value.Transport;

/** Options of a server's sockets, as Netty names them. */
public final class SocketOptions {

	private SocketOptions() {
	}

	/** Sets the options that more than one knob decides. */
	public static void applyTo(NettyServerBuilder builder, Settings settings) {
		settings.get(Knobs.LISTEN_ADDRESSES, List.<String>of())
			.stream()
			.flatMap((text) -> ListenAddress.of(text).stream())
			.forEach((address) -> builder.addListenAddress(new InetSocketAddress(address.host(), address.port())));
		Duration userTimeout = settings.get(Knobs.SOCKET_USER_TIMEOUT);
		if (userTimeout != null) {
			builder.withChildOption(userTimeout(settings.get(Knobs.TRANSPORT, Transport.EPOLL)),
					(int) userTimeout.toMillis());
		}
		Integer low = settings.get(Knobs.SOCKET_WRITE_WATERMARK_LOW);
		Integer high = settings.get(Knobs.SOCKET_WRITE_WATERMARK_HIGH);
		if (low != null && high != null) {
			builder.withChildOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(low, high));
		}
	}

	public static ChannelOption<Integer> userTimeout(Transport transport) {
		return (transport == Transport.IO_URING) ? IoUringChannelOption.TCP_USER_TIMEOUT
				: EpollChannelOption.TCP_USER_TIMEOUT;
	}

	/** Sets the allocator of the listening channels and the connections. */
	public static void allocate(NettyServerBuilder builder, AllocatorType type) {
		builder.withOption(ChannelOption.ALLOCATOR, create(type))
			.withChildOption(ChannelOption.ALLOCATOR, create(type));
	}

	private static ByteBufAllocator create(AllocatorType type) {
		return switch (type) {
			case POOLED -> PooledByteBufAllocator.DEFAULT;
			case ADAPTIVE -> Adaptive.ALLOCATOR;
			case UNPOOLED -> UnpooledByteBufAllocator.DEFAULT;
		};
	}

	/** Returns the type of an allocator, {@code null} if it is none of these. */
	public static @Nullable AllocatorType type(@Nullable ByteBufAllocator allocator) {
		if (allocator instanceof PooledByteBufAllocator) {
			return AllocatorType.POOLED;
		}
		if (allocator instanceof AdaptiveByteBufAllocator) {
			return AllocatorType.ADAPTIVE;
		}
		return (allocator instanceof UnpooledByteBufAllocator) ? AllocatorType.UNPOOLED : null;
	}

	/** One for all servers, because its memory is not freed with them. */
	private static final class Adaptive {

		static final ByteBufAllocator ALLOCATOR = new AdaptiveByteBufAllocator();

	}

}
