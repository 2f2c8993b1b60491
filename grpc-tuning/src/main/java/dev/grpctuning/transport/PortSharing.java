package dev.grpctuning.transport;

import java.lang.ref.Reference;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.channel.unix.UnixChannelOption;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lets two servers of one process share a port by {@code SO_REUSEPORT} while one takes
 * over from the other. Linux checks the option of both sockets when the second binds. The
 * first therefore gets it only then, and nobody else can bind the port before.
 */
public final class PortSharing {

	private static final ChannelOption<Boolean> NIO = NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT);

	private static final int SOL_SOCKET = 1;

	private static final int SO_ATTACH_REUSEPORT_CBPF = 51;

	private static final int SOCK_FPROG_BYTES = 16;

	private static final ChannelOption<ByteBuffer> PROGRAM = new RawUnixChannelOption("SO_ATTACH_REUSEPORT_CBPF",
			SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, SOCK_FPROG_BYTES);

	/** BPF_RET | BPF_K: the program returns its constant. */
	private static final short RETURN = 0x06;

	private static final int SECOND = 1;

	private static final int IPPROTO_TCP = 6;

	private static final int TCP_INFO = 11;

	/** Position of {@code tcpi_unacked}, the accept queue's length of a listener. */
	private static final int ACCEPT_QUEUE = 24;

	private static final ChannelOption<ByteBuffer> INFO = new RawUnixChannelOption("TCP_INFO", IPPROTO_TCP, TCP_INFO,
			ACCEPT_QUEUE + Integer.BYTES);

	/** Handshakes with the old socket that have begun end within a round trip. */
	private static final Duration ROUND_TRIP = Duration.ofMillis(50);

	private static final Duration ACCEPT_TIMEOUT = Duration.ofSeconds(5);

	private PortSharing() {
	}

	/** Lets other sockets of this user bind the addresses of listening channels. */
	public static boolean allow(List<Channel> listeners) {
		boolean shared = !listeners.isEmpty();
		for (Channel listener : listeners) {
			shared &= set(listener, true);
		}
		return shared;
	}

	public static void forbid(List<Channel> listeners) {
		listeners.forEach((listener) -> set(listener, false));
	}

	/**
	 * Sends new connections to the younger of two servers that listen, and waits until
	 * the older one has accepted those that are its own.
	 */
	public static void redirect(List<Channel> older, List<Channel> younger) {
		boolean redirected = false;
		for (Channel listener : Stream.concat(older.stream(), younger.stream()).toList()) {
			redirected |= preferSecond(listener);
		}
		if (redirected) {
			LockSupport.parkNanos(ROUND_TRIP.toNanos());
			long deadline = System.nanoTime() + ACCEPT_TIMEOUT.toNanos();
			while (System.nanoTime() - deadline < 0 && older.stream().anyMatch(PortSharing::hasConnectionsToAccept)) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
			}
		}
	}

	static boolean hasConnectionsToAccept(Channel listener) {
		ByteBuffer info = listener.config().getOption(INFO);
		return info != null && info.limit() > ACCEPT_QUEUE
				&& info.order(ByteOrder.nativeOrder()).getInt(ACCEPT_QUEUE) > 0;
	}

	/** Stops listening, and waits until the selector has closed the JDK's socket too. */
	public static void close(List<Channel> listeners) {
		for (Channel listener : listeners) {
			listener.close().awaitUninterruptibly();
			EventLoop loop = listener.eventLoop();
			// What it schedules itself it runs after its next selection.
			Future<ScheduledFuture<?>> scheduled = loop.submit(() -> loop.schedule(() -> {
			}, 1, TimeUnit.MILLISECONDS));
			ScheduledFuture<?> selected = scheduled.awaitUninterruptibly().getNow();
			if (selected != null) {
				selected.awaitUninterruptibly();
			}
		}
	}

	/**
	 * Sends new connections to the second of two sockets that share a port, and all of
	 * them once the first has gone. Otherwise the system spreads them over both, and
	 * resets those that a closed socket has not accepted.
	 */
	static boolean preferSecond(Channel listener) {
		if (!isNative(listener)) {
			return false;
		}
		// struct sock_filter { u16 code; u8 jt; u8 jf; u32 k; }
		ByteBuffer filter = nativeBuffer(8).putShort(0, RETURN).putInt(4, SECOND);
		// struct sock_fprog { u16 len; struct sock_filter *filter; }
		ByteBuffer program = nativeBuffer(SOCK_FPROG_BYTES).putShort(0, (short) 1)
			.putLong(8, Buffer.memoryAddress(filter));
		try {
			return listener.config().setOption(PROGRAM, program);
		}
		catch (RuntimeException ex) {
			// The system does not have the option.
			return false;
		}
		finally {
			Reference.reachabilityFence(filter);
		}
	}

	private static ByteBuffer nativeBuffer(int bytes) {
		return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
	}

	private static boolean isNative(Channel listener) {
		return listener instanceof EpollServerSocketChannel || listener instanceof IoUringServerSocketChannel;
	}

	private static boolean set(Channel listener, boolean value) {
		ChannelOption<Boolean> option = option(listener);
		try {
			return option != null && listener.config().setOption(option, value);
		}
		catch (RuntimeException ex) {
			// The system does not have the option, or the channel is closed.
			return false;
		}
	}

	private static @Nullable ChannelOption<Boolean> option(Channel listener) {
		if (listener instanceof NioServerSocketChannel) {
			return NIO;
		}
		return isNative(listener) ? UnixChannelOption.SO_REUSEPORT : null;
	}

	/** Lets a server that is being built bind the port of listeners of the same kind. */
	public static void applyTo(NettyServerBuilder builder, List<Channel> older) {
		options(older).forEach((option) -> builder.withOption(option, true));
	}

	/**
	 * Undoes this for a server whose channels are all prepared. Netty would log a warning
	 * for channels of another kind, which do not have the option.
	 */
	@SuppressWarnings("NullAway")
	public static void undo(NettyServerBuilder builder, List<Channel> older) {
		options(older).forEach((option) -> builder.withOption(option, null));
	}

	private static Stream<ChannelOption<Boolean>> options(List<Channel> older) {
		return older.stream().map(PortSharing::option).filter(Objects::nonNull).limit(1);
	}

}
