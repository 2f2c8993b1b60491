package dev.grpctuning.server;

import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

import io.grpc.Server;
import io.grpc.internal.FixedObjectPool;
import io.grpc.netty.NettyServerBuilder;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.transport.EventLoopState;
import dev.grpctuning.transport.EventLoops;

/**
 * Parts of a running server, read from gRPC's fields because it has no API for them. A
 * field that a later gRPC renames reads as {@code null}; a server without listening
 * channels is restarted instead of swapped.
 */
public record ServerParts(Server server) {

	List<Channel> listeners() {
		Collection<?> channels = transport("channelGroup", Collection.class);
		return (channels != null) ? channels.stream().map(Channel.class::cast).toList() : List.of();
	}

	/** Whether a server that is being built listens on a Unix domain socket. */
	static boolean isOnDomainSocket(NettyServerBuilder builder) {
		List<?> addresses = read(builder, "listenAddresses", List.class);
		return addresses != null && addresses.stream().anyMatch(DomainSocketAddress.class::isInstance);
	}

	/** Executor that a server being built was given, {@code null} for gRPC's own. */
	static @Nullable Executor givenExecutor(NettyServerBuilder builder) {
		return (given(builder, "executorPool") instanceof FixedObjectPool<?> pool
				&& pool.getObject() instanceof Executor executor) ? executor : null;
	}

	/** Whether the application chooses the executor of each call. */
	static boolean hasCallExecutor(NettyServerBuilder builder) {
		return given(builder, "executorSupplier") != null;
	}

	private static @Nullable Object given(NettyServerBuilder builder, String field) {
		Object implementation = read(builder, "serverImplBuilder", Object.class);
		return (implementation != null) ? read(implementation, field, Object.class) : null;
	}

	/**
	 * Threads that a server being built was given, by what they are for.
	 * @param own event loops that are not given
	 */
	static Map<String, ExecutorService> threads(NettyServerBuilder builder, @Nullable EventLoops own) {
		Map<String, ExecutorService> given = new HashMap<>();
		if (givenExecutor(builder) instanceof ExecutorService executor) {
			given.put("executor", executor);
		}
		for (String field : List.of("bossEventLoopGroupPool", "workerEventLoopGroupPool")) {
			if (read(builder, field, Object.class) instanceof FixedObjectPool<?> pool
					&& pool.getObject() instanceof EventLoopGroup group
					&& (own == null || (group != own.boss() && group != own.workers()))) {
				given.put(field, group);
			}
		}
		return given;
	}

	/**
	 * Event loops that a framework created for a Unix domain socket. Neither it nor gRPC
	 * closes them.
	 */
	static Collection<ExecutorService> loopsOfFramework(NettyServerBuilder builder) {
		Map<String, ExecutorService> given = threads(builder, null);
		given.remove("executor");
		return isOnDomainSocket(builder) ? given.values() : List.of();
	}

	/** Makes a server that is being built listen on this port where it has none yet. */
	@SuppressWarnings("unchecked")
	static void choosePort(NettyServerBuilder builder, int port) {
		List<SocketAddress> addresses = read(builder, "listenAddresses", List.class);
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

	List<Channel> connections() {
		Object lock = read(this.server, "lock", Object.class);
		Collection<?> transports = read(this.server, "transports", Collection.class);
		if (lock == null || transports == null) {
			return List.of();
		}
		synchronized (lock) {
			return transports.stream()
				.map((transport) -> read(transport, "channel", Channel.class))
				.filter(Objects::nonNull)
				.toList();
		}
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

	/** An option that listening channels were given, {@code null} for none. */
	@Nullable Object given(ChannelOption<?> option) {
		Map<?, ?> options = transport("channelOptions", Map.class);
		return (options != null) ? options.get(option) : null;
	}

	/** An option that each connection is given, {@code null} for none. */
	@Nullable Object child(ChannelOption<?> option) {
		Map<?, ?> options = transport("childChannelOptions", Map.class);
		return (options != null) ? options.get(option) : null;
	}

	public @Nullable EventLoopGroup boss() {
		return transport("bossGroup", EventLoopGroup.class);
	}

	public @Nullable EventLoopGroup workers() {
		return transport("workerGroup", EventLoopGroup.class);
	}

	/** Executor of method lookup, and of handlers unless each call has its own. */
	public @Nullable Executor executor() {
		return read(this.server, "executor", Executor.class);
	}

	/** A field of gRPC's Netty server, such as {@code maxStreamsPerConnection}. */
	public <T> @Nullable T transport(String field, Class<T> type) {
		Object transportServer = read(this.server, "transportServer", Object.class);
		return (transportServer != null) ? read(transportServer, field, type) : null;
	}

	private static <T> @Nullable T read(Object target, String name, Class<T> type) {
		try {
			Field field = target.getClass().getDeclaredField(name);
			field.setAccessible(true);
			Object value = field.get(target);
			return type.isInstance(value) ? type.cast(value) : null;
		}
		catch (ReflectiveOperationException | RuntimeException ex) {
			return null;
		}
	}

}
