package dev.grpctuning.call;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.internal.GrpcUtil;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Bounds how long calls may be open, by shortening the timeout that the client sent. gRPC
 * reads it after it has created the tracers of a call.
 */
public final class CallAges extends ServerStreamTracer.Factory {

	private static final ServerStreamTracer NONE = new ServerStreamTracer() {

		@Override
		public void serverCallStarted(ServerCallInfo<?, ?> callInfo) {
			// What is inherited makes an object of it.
		}

	};

	private volatile Settings settings = Settings.NONE;

	private volatile Map<String, MethodType> types = Map.of();

	public void update(Settings settings) {
		this.settings = settings;
	}

	/** Takes the services of the server that was built. */
	public void serves(Collection<ServerServiceDefinition> services) {
		this.types = services.stream()
			.flatMap((service) -> service.getMethods().stream())
			.map(ServerMethodDefinition::getMethodDescriptor)
			.collect(Collectors.toMap((method) -> method.getFullMethodName(), (method) -> method.getType()));
	}

	@Override
	public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
		Duration longest = longest(fullMethodName);
		Long timeout = (longest != null) ? headers.get(GrpcUtil.TIMEOUT_KEY) : null;
		if (longest != null && (timeout == null || timeout > longest.toNanos())) {
			headers.discardAll(GrpcUtil.TIMEOUT_KEY);
			headers.put(GrpcUtil.TIMEOUT_KEY, longest.toNanos());
		}
		return NONE;
	}

	/** A client may watch the health of a service for ever. */
	private @Nullable Duration longest(String method) {
		MethodType type = this.types.get(method);
		return (type == null || CallLimits.isHealth(method)) ? null
				: this.settings.get((type == MethodType.UNARY) ? Knobs.LIMIT_MAX_CALL_AGE : Knobs.LIMIT_MAX_STREAM_AGE);
	}

}
