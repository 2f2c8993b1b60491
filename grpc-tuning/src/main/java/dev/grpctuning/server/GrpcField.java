package dev.grpctuning.server;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Private fields of grpc-java, which has no API for what they hold. A field that a later
 * version renames reads as {@code null}.
 */
enum GrpcField {

	LISTEN_ADDRESSES(Owner.BUILDER, "listenAddresses"),

	BUILDER_OF_IMPLEMENTATION(Owner.BUILDER, "serverImplBuilder"),

	BOSS_POOL(Owner.BUILDER, "bossEventLoopGroupPool"),

	WORKER_POOL(Owner.BUILDER, "workerEventLoopGroupPool"),

	EXECUTOR_POOL("io.grpc.internal.ServerImplBuilder", "executorPool"),

	CALL_EXECUTOR("io.grpc.internal.ServerImplBuilder", "executorSupplier"),

	/** What a pool was given, where it was given one object. */
	POOLED("io.grpc.internal.FixedObjectPool", "object"),

	EXECUTOR("io.grpc.internal.ServerImpl", "executor"),

	TRANSPORT("io.grpc.internal.ServerImpl", "transportServer"),

	LISTENERS(Owner.SERVER, "channelGroup"),

	BOSS(Owner.SERVER, "bossGroup"),

	WORKERS(Owner.SERVER, "workerGroup"),

	OPTIONS(Owner.SERVER, "channelOptions"),

	CHILD_OPTIONS(Owner.SERVER, "childChannelOptions"),

	AUTO_FLOW_CONTROL(Owner.SERVER, "autoFlowControl"),

	FLOW_CONTROL_WINDOW(Owner.SERVER, "flowControlWindow"),

	MAX_STREAMS(Owner.SERVER, "maxStreamsPerConnection"),

	MAX_MESSAGE_SIZE(Owner.SERVER, "maxMessageSize"),

	MAX_METADATA_SIZE(Owner.SERVER, "maxHeaderListSize"),

	SOFT_METADATA_SIZE(Owner.SERVER, "softLimitHeaderListSize"),

	KEEP_ALIVE_TIME(Owner.SERVER, "keepAliveTimeInNanos"),

	KEEP_ALIVE_TIMEOUT(Owner.SERVER, "keepAliveTimeoutInNanos"),

	PERMIT_KEEP_ALIVE_TIME(Owner.SERVER, "permitKeepAliveTimeInNanos"),

	PERMIT_WITHOUT_CALLS(Owner.SERVER, "permitKeepAliveWithoutCalls"),

	MAX_IDLE(Owner.SERVER, "maxConnectionIdleInNanos"),

	MAX_AGE(Owner.SERVER, "maxConnectionAgeInNanos"),

	MAX_AGE_GRACE(Owner.SERVER, "maxConnectionAgeGraceInNanos");

	private final String owner;

	private final String name;

	private final @Nullable Field field;

	GrpcField(String owner, String name) {
		this.owner = owner;
		this.name = name;
		this.field = find(owner, name);
	}

	private static @Nullable Field find(String owner, String name) {
		try {
			Field field = Class.forName(owner).getDeclaredField(name);
			field.setAccessible(true);
			return field;
		}
		catch (ReflectiveOperationException | LinkageError | RuntimeException ex) {
			return null;
		}
	}

	/** Value of an object, {@code null} if it is of another type or class. */
	<T> @Nullable T read(@Nullable Object target, Class<T> type) {
		try {
			Object value = (this.field != null && this.field.getDeclaringClass().isInstance(target))
					? this.field.get(target) : null;
			return type.isInstance(value) ? type.cast(value) : null;
		}
		catch (IllegalAccessException ex) {
			return null;
		}
	}

	/** Fields that this version of grpc-java does not have. */
	static List<String> missing() {
		return Arrays.stream(values())
			.filter((each) -> each.field == null)
			.map((each) -> each.owner + "." + each.name)
			.toList();
	}

	/** Names of the classes that have the fields. */
	static Set<String> owners() {
		return Arrays.stream(values()).map((each) -> each.owner).collect(Collectors.toSet());
	}

	private static final class Owner {

		static final String BUILDER = "io.grpc.netty.NettyServerBuilder";

		static final String SERVER = "io.grpc.netty.NettyServer";

	}

}
