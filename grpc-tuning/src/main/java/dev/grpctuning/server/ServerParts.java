package dev.grpctuning.server;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.CurrentLoop;
import dev.grpctuning.transport.EventLoopState;
import dev.grpctuning.transport.EventLoops;

/**
 * Parts of a server. A part that cannot be read is {@code null}; a server without
 * listening channels is restarted instead of swapped.
 */
public record ServerParts(Server server) {

	/**
	 * Names that the versions of grpc-java and Netty do not have, although no API does.
	 */
	public static List<String> unreadable() {
		return CurrentLoop.isKnown() ? GrpcField.missing()
				: Stream.concat(Stream.of("Netty's ThreadExecutorMap"), GrpcField.missing().stream()).toList();
	}

	/** Names of the classes of which private fields are read. */
	public static Set<String> reflected() {
		return GrpcField.owners();
	}

	List<Channel> listeners() {
		Collection<?> channels = transport(GrpcField.LISTENERS, Collection.class);
		return (channels != null) ? channels.stream().map(Channel.class::cast).toList() : List.of();
	}

	/** Whether a server that is being built listens on a Unix domain socket. */
	static boolean isOnDomainSocket(NettyServerBuilder builder) {
		List<?> addresses = GrpcField.LISTEN_ADDRESSES.read(builder, List.class);
		return addresses != null && addresses.stream().anyMatch(DomainSocketAddress.class::isInstance);
	}

	/** Executor that a server being built was given, {@code null} for gRPC's own. */
	static @Nullable Executor givenExecutor(NettyServerBuilder builder) {
		Object pool = GrpcField.EXECUTOR_POOL.read(implementation(builder), Object.class);
		return GrpcField.POOLED.read(pool, Executor.class);
	}

	/** Whether the application chooses the executor of each call. */
	static boolean hasCallExecutor(NettyServerBuilder builder) {
		return GrpcField.CALL_EXECUTOR.read(implementation(builder), Object.class) != null;
	}

	private static @Nullable Object implementation(NettyServerBuilder builder) {
		return GrpcField.BUILDER_OF_IMPLEMENTATION.read(builder, Object.class);
	}

	/**
	 * Threads that a server being built was given, by what they are for.
	 * @param own event loops that are not given
	 */
	static Map<GrpcField, ExecutorService> threads(NettyServerBuilder builder, @Nullable EventLoops own) {
		Map<GrpcField, ExecutorService> given = new EnumMap<>(GrpcField.class);
		if (givenExecutor(builder) instanceof ExecutorService executor) {
			given.put(GrpcField.EXECUTOR_POOL, executor);
		}
		for (GrpcField pool : List.of(GrpcField.BOSS_POOL, GrpcField.WORKER_POOL)) {
			EventLoopGroup group = GrpcField.POOLED.read(pool.read(builder, Object.class), EventLoopGroup.class);
			if (group != null && (own == null || (group != own.boss() && group != own.workers()))) {
				given.put(pool, group);
			}
		}
		return given;
	}

	/**
	 * Event loops that a framework created for a Unix domain socket. Neither it nor gRPC
	 * closes them.
	 */
	static Collection<ExecutorService> loopsOfFramework(NettyServerBuilder builder) {
		Map<GrpcField, ExecutorService> given = threads(builder, null);
		given.remove(GrpcField.EXECUTOR_POOL);
		return isOnDomainSocket(builder) ? given.values() : List.of();
	}

	/** Makes a server that is being built listen on this port where it has none yet. */
	@SuppressWarnings("unchecked")
	static void choosePort(NettyServerBuilder builder, int port) {
		List<SocketAddress> addresses = GrpcField.LISTEN_ADDRESSES.read(builder, List.class);
		if (addresses != null) {
			addresses.replaceAll((address) -> (address instanceof InetSocketAddress inet && inet.getPort() == 0)
					? new InetSocketAddress(inet.getAddress(), port) : address);
		}
	}

	/** Whether it has gRPC's own event loops, so that nobody set others. */
	boolean hasDefaultLoops() {
		EventLoopGroup boss = boss();
		return boss != null && EventLoopState.of(boss)
			.stream()
			.anyMatch((loop) -> loop.thread() != null && loop.thread().startsWith("grpc-default-boss-"));
	}

	public List<String> addresses() {
		return listeners().stream().map((listener) -> String.valueOf(listener.localAddress())).toList();
	}

	public List<EventLoop> bossLoops() {
		return listeners().stream().filter(Channel::isRegistered).map(Channel::eventLoop).toList();
	}

	public @Nullable ByteBufAllocator allocator() {
		List<Channel> listeners = listeners();
		return listeners.isEmpty() ? null : listeners.get(0).config().getAllocator();
	}

	/** An option of the listening channels, {@code null} if none is open. */
	<T> @Nullable T listening(ChannelOption<T> option) {
		List<Channel> listeners = listeners();
		try {
			return listeners.isEmpty() ? null : listeners.get(0).config().getOption(option);
		}
		catch (ChannelException ex) {
			// The channel was closed meanwhile.
			return null;
		}
	}

	/**
	 * An option that was set.
	 * @param options those of the listening channels, or of the connections
	 */
	@Nullable Object option(GrpcField options, ChannelOption<?> option) {
		Map<?, ?> set = transport(options, Map.class);
		return (set != null) ? set.get(option) : null;
	}

	public @Nullable EventLoopGroup boss() {
		return transport(GrpcField.BOSS, EventLoopGroup.class);
	}

	public @Nullable EventLoopGroup workers() {
		return transport(GrpcField.WORKERS, EventLoopGroup.class);
	}

	/** HTTP/2 window that a connection starts with, in bytes. */
	public @Nullable Integer initialWindow() {
		return transport(GrpcField.FLOW_CONTROL_WINDOW, Integer.class);
	}

	/** Executor of method lookup, and of handlers unless each call has its own. */
	@Nullable Executor executor() {
		return GrpcField.EXECUTOR.read(this.server, Executor.class);
	}

	/** A field of gRPC's Netty server. */
	<T> @Nullable T transport(GrpcField field, Class<T> type) {
		return field.read(GrpcField.TRANSPORT.read(this.server, Object.class), type);
	}

}
