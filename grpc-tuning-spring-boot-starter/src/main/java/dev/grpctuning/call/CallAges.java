package dev.grpctuning.call;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
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

	private final Map<Knob<Duration>, LongAdder> expired = Map.of(Knobs.LIMIT_MAX_CALL_AGE, new LongAdder(),
			Knobs.LIMIT_MAX_STREAM_AGE, new LongAdder());

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
		Knob<Duration> knob = knob(fullMethodName);
		Duration longest = (knob != null) ? this.settings.get(knob) : null;
		if (knob == null || longest == null) {
			return NONE;
		}
		Long timeout = headers.get(GrpcUtil.TIMEOUT_KEY);
		if (timeout != null && timeout <= longest.toNanos()) {
			return NONE;
		}
		headers.discardAll(GrpcUtil.TIMEOUT_KEY);
		headers.put(GrpcUtil.TIMEOUT_KEY, longest.toNanos());
		return new Bounded(longest.toNanos(), Objects.requireNonNull(this.expired.get(knob)));
	}

	/** A client may watch the health of a service for ever. */
	private @Nullable Knob<Duration> knob(String method) {
		MethodType type = this.types.get(method);
		if (type == null || CallLimits.isHealth(method)) {
			return null;
		}
		return (type == MethodType.UNARY) ? Knobs.LIMIT_MAX_CALL_AGE : Knobs.LIMIT_MAX_STREAM_AGE;
	}

	/** Knobs that bound the age of calls. */
	public Set<Knob<Duration>> bounding() {
		return this.expired.keySet();
	}

	/** Number of calls that ended because of a knob. */
	public long expired(Knob<?> knob) {
		return Objects.requireNonNull(this.expired.get(knob)).sum();
	}

	private static final class Bounded extends ServerStreamTracer {

		private final long start = System.nanoTime();

		private final long longestNanos;

		private final LongAdder expired;

		Bounded(long longestNanos, LongAdder expired) {
			this.longestNanos = longestNanos;
			this.expired = expired;
		}

		@Override
		public void serverCallStarted(ServerCallInfo<?, ?> callInfo) {
			// What is inherited makes an object of it.
		}

		@Override
		public void streamClosed(Status status) {
			if (!status.isOk() && System.nanoTime() - this.start >= this.longestNanos) {
				this.expired.increment();
			}
		}

	}

}
