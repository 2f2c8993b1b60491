package dev.grpctuning.call;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.ThreadExecutorMap;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Bounds how long calls may be open. A call whose time is over is cancelled as one whose
 * deadline has passed.
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

	private final FastThreadLocal<Map<Duration, AgeQueue>> queues = new FastThreadLocal<>() {

		@Override
		protected Map<Duration, AgeQueue> initialValue() {
			return new HashMap<>();
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
		Knob<Duration> knob = knob(fullMethodName);
		Duration longest = (knob != null) ? this.settings.get(knob) : null;
		if (knob == null || longest == null) {
			return NONE;
		}
		EventExecutor eventLoop = ThreadExecutorMap.currentExecutor();
		Long timeout = headers.get(GrpcUtil.TIMEOUT_KEY);
		if (eventLoop == null || (timeout != null && timeout <= longest.toNanos())) {
			return NONE;
		}
		return new Bounded(this.queues.get().computeIfAbsent(longest, (age) -> new AgeQueue(age, eventLoop)),
				Objects.requireNonNull(this.expired.get(knob)), knob);
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

	/** A call whose context is cancelled when its time is over. */
	private static final class Bounded extends ServerStreamTracer {

		private final AgeQueue queue;

		private final LongAdder expired;

		private final Knob<Duration> knob;

		private AgeQueue.@Nullable Entry entry;

		Bounded(AgeQueue queue, LongAdder expired, Knob<Duration> knob) {
			this.queue = queue;
			this.expired = expired;
			this.knob = knob;
		}

		@Override
		public Context filterContext(Context context) {
			Context.CancellableContext bounded = context.withCancellation();
			this.entry = this.queue.add(() -> {
				this.expired.increment();
				bounded.cancel(new TimeoutException(this.knob.property()));
			});
			return bounded;
		}

		@Override
		public void serverCallStarted(ServerCallInfo<?, ?> callInfo) {
			// What is inherited makes an object of it.
		}

		@Override
		public void streamClosed(Status status) {
			if (this.entry != null) {
				this.queue.remove(this.entry);
			}
		}

	}

}
