package dev.grpctuning.server;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;

import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.CallExecutorsSettings.RouteSettings;
import dev.grpctuning.settings.value.Choice;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.settings.value.QueueDiscipline;
import dev.grpctuning.settings.value.Route;
import dev.grpctuning.settings.value.WithdrawnStatus;
import dev.grpctuning.transport.BufferLeaks;
import dev.grpctuning.transport.SocketOptions;

/**
 * How each knob is set on gRPC's builder, and how the value in force is read back from
 * the running server.
 */
final class ServerKnobs {

	/** Readers of what a server has. Other knobs are in force as they are set. */
	private static final Map<Knob<?>, Function<ValuesInForce, @Nullable Object>> READERS = new HashMap<>();

	/** What is in force if nothing is set. */
	private static final Map<Knob<?>, Object> STANDARD = Map.of(Knobs.LISTEN_ADDRESSES, List.of(), Knobs.LIMIT_METHODS,
			List.of(), Knobs.SERVICES_WITHDRAWN, List.of(), Knobs.CONNECTION_COALESCE_WRITES, false,
			Knobs.LIMIT_BY_PRIORITY, false, Knobs.LIMIT_BY_CLIENT, false, Knobs.LIMIT_QUEUE_DISCIPLINE,
			QueueDiscipline.FIFO, Knobs.SERVICES_WITHDRAWN_STATUS, WithdrawnStatus.UNIMPLEMENTED,
			Knobs.GENERATION_CHANGE, GenerationChange.SWAP, Knobs.METRICS_ENABLED, true);

	static final List<Setter<?>> FLOW_CONTROL = List.of(
			set(Knobs.FLOW_CONTROL_WINDOW, NettyServerBuilder::flowControlWindow, (server) -> server.window(false)),
			set(Knobs.INITIAL_FLOW_CONTROL_WINDOW, NettyServerBuilder::initialFlowControlWindow,
					(server) -> server.window(true)));

	static final List<Setter<?>> LIMITS = List.of(
			set(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION, NettyServerBuilder::maxConcurrentCallsPerConnection,
					(server) -> server.number(GrpcField.MAX_STREAMS)),
			set(Knobs.MAX_INBOUND_MESSAGE_SIZE, NettyServerBuilder::maxInboundMessageSize,
					(server) -> server.number(GrpcField.MAX_MESSAGE_SIZE)),
			set(Knobs.MAX_INBOUND_METADATA_SIZE, NettyServerBuilder::maxInboundMetadataSize,
					(server) -> server.number(GrpcField.MAX_METADATA_SIZE)));

	static final List<Setter<?>> CONNECTIONS = List.of(
			set(Knobs.KEEP_ALIVE_TIME, NettyServerBuilder::keepAliveTime, GrpcField.KEEP_ALIVE_TIME),
			set(Knobs.KEEP_ALIVE_TIMEOUT, NettyServerBuilder::keepAliveTimeout, GrpcField.KEEP_ALIVE_TIMEOUT),
			set(Knobs.KEEP_ALIVE_PERMIT_TIME, NettyServerBuilder::permitKeepAliveTime,
					GrpcField.PERMIT_KEEP_ALIVE_TIME),
			set(Knobs.KEEP_ALIVE_PERMIT_WITHOUT_CALLS, NettyServerBuilder::permitKeepAliveWithoutCalls,
					(server) -> server.parts().transport(GrpcField.PERMIT_WITHOUT_CALLS, Boolean.class)),
			set(Knobs.CONNECTION_MAX_IDLE, NettyServerBuilder::maxConnectionIdle, GrpcField.MAX_IDLE),
			set(Knobs.CONNECTION_MAX_AGE, NettyServerBuilder::maxConnectionAge, GrpcField.MAX_AGE),
			set(Knobs.CONNECTION_MAX_AGE_GRACE, NettyServerBuilder::maxConnectionAgeGrace, GrpcField.MAX_AGE_GRACE),
			set(Knobs.ALLOCATOR, SocketOptions::allocate, (server) -> SocketOptions.type(server.parts().allocator())),
			set(Knobs.SOCKET_BACKLOG, (builder, backlog) -> builder.withOption(ChannelOption.SO_BACKLOG, backlog),
					(server) -> server.parts().listening(ChannelOption.SO_BACKLOG)),
			// Connections inherit it. If it were set later, their handshake could not
			// offer a window of this size.
			set(Knobs.SOCKET_RECEIVE_BUFFER_SIZE, (builder, size) -> builder.withOption(ChannelOption.SO_RCVBUF, size),
					ValuesInForce::receiveBufferSize),
			set(Knobs.SOCKET_SEND_BUFFER_SIZE,
					(builder, size) -> builder.withChildOption(ChannelOption.SO_SNDBUF, size),
					(server) -> server.parts().option(GrpcField.CHILD_OPTIONS, ChannelOption.SO_SNDBUF)),
			set(Knobs.SOCKET_NO_DELAY, (builder, on) -> builder.withChildOption(ChannelOption.TCP_NODELAY, on),
					(server) -> !Boolean.FALSE
						.equals(server.parts().option(GrpcField.CHILD_OPTIONS, ChannelOption.TCP_NODELAY))));

	static {
		read(Knobs.MAX_INBOUND_METADATA_SIZE_SOFT, (server) -> server.number(GrpcField.SOFT_METADATA_SIZE));
		read(Knobs.TRANSPORT, ValuesInForce::transport);
		read(Knobs.BOSS_THREADS, ValuesInForce::bossThreads);
		read(Knobs.WORKER_THREADS, ValuesInForce::workerThreads);
		for (Knob<?> knob : List.of(Knobs.WORKER_THREADS_MIN, Knobs.WORKER_THREADS_MAX, Knobs.IO_URING_RING_SIZE,
				Knobs.IO_URING_COMPLETION_QUEUE_SIZE)) {
			read(knob, (server) -> server.ownEventLoops(knob));
		}
		read(Knobs.LEAK_DETECTION, (server) -> BufferLeaks.level());
		read(Knobs.SOCKET_USER_TIMEOUT, ValuesInForce::userTimeout);
		read(Knobs.SOCKET_WRITE_WATERMARK_LOW, (server) -> server.watermark().low());
		read(Knobs.SOCKET_WRITE_WATERMARK_HIGH, (server) -> server.watermark().high());
		read(Knobs.EXECUTOR_TYPE, ValuesInForce::executorType);
		read(Knobs.EXECUTOR_THREADS, ValuesInForce::executorThreads);
		read(Knobs.EXECUTOR_THREAD_NAME_PREFIX,
				(server) -> server.main().map(ExecutorSettings::threadNamePrefix).orElse(null));
		read(Knobs.EXECUTOR_LIVE, (server) -> server.executors().isPresent());
		read(Knobs.EXECUTOR_ROUTES,
				(server) -> server.executors()
					.map((executors) -> executors.routes().stream().map(ServerKnobs::text).toList())
					.orElse(List.of()));
		read(Knobs.EXECUTOR_CANARY_THREADS,
				(server) -> server.canary().map((canary) -> canary.executor().fixedThreads()).orElse(null));
		read(Knobs.LIMIT_CONCURRENT_CALLS, (server) -> server.limit().allowed());
		read(Knobs.LIMIT_ALGORITHM, (server) -> server.limit().algorithm());
		read(Knobs.LIMIT_CONCURRENT_STREAMS, (server) -> server.limit().allowedStreams());
	}

	private ServerKnobs() {
	}

	static @Nullable Object inForce(Knob<?> knob, ValuesInForce server) {
		Function<ValuesInForce, @Nullable Object> reader = READERS.get(knob);
		Object value = (reader != null) ? reader.apply(server) : server.set(knob);
		return inUnit((value != null) ? value : STANDARD.get(knob));
	}

	/** A value as it is shown. */
	static @Nullable Object inUnit(@Nullable Object value) {
		if (value instanceof Duration duration) {
			return duration.toMillis();
		}
		if (value instanceof List<?> list) {
			return list.stream().map(Object::toString).toList();
		}
		return (value instanceof Choice choice) ? choice.propertyValue() : value;
	}

	private static String text(RouteSettings route) {
		ExecutorSettings executor = route.executor();
		return new Route(route.method(), executor.configured(), executor.fixedThreads(), executor.queueCapacity())
			.toString();
	}

	private static void read(Knob<?> knob, Function<ValuesInForce, @Nullable Object> reader) {
		READERS.put(knob, reader);
	}

	private static <T> Setter<T> set(Knob<T> knob, BiConsumer<NettyServerBuilder, T> setter,
			Function<ValuesInForce, @Nullable Object> reader) {
		read(knob, reader);
		return new Setter<>(knob, setter);
	}

	private static Setter<Duration> set(Knob<Duration> knob, DurationSetter setter, GrpcField field) {
		return set(knob, (builder, duration) -> setter.set(builder, duration.toNanos(), TimeUnit.NANOSECONDS),
				(server) -> server.millis(field));
	}

	record Setter<T>(Knob<T> knob, BiConsumer<NettyServerBuilder, T> setter) {

		void apply(Settings settings, NettyServerBuilder builder) {
			T value = settings.get(this.knob);
			if (value != null) {
				this.setter.accept(builder, value);
			}
		}

	}

	private interface DurationSetter {

		void set(NettyServerBuilder builder, long duration, TimeUnit unit);

	}

}
