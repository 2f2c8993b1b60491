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

import dev.grpctuning.observe.LargeMessages;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Bounds how long calls may be open. A call whose time is over is cancelled as one whose
 * deadline has passed. Also measures large requests, so that no call needs a second
 * tracer.
 */
public final class CallAges extends ServerStreamTracer.Factory {

	private final LargeMessages large = new LargeMessages();

	private final Served unknown = new Served(new RequestTracer("", this.large), null);

	private final Map<Knob<Duration>, LongAdder> expired = Map.of(Knobs.LIMIT_MAX_CALL_AGE, new LongAdder(),
			Knobs.LIMIT_MAX_STREAM_AGE, new LongAdder());

	private final FastThreadLocal<Map<Duration, AgeQueue>> queues = new FastThreadLocal<>() {

		@Override
		protected Map<Duration, AgeQueue> initialValue() {
			return new HashMap<>();
		}

	};

	private Settings settings = Settings.NONE;

	private Map<String, MethodType> types = Map.of();

	private volatile Map<String, Served> methods = Map.of();

	public synchronized void update(Settings settings) {
		this.settings = settings;
		bound();
	}

	/** Takes the services of the server that was built. */
	public synchronized void serves(Collection<ServerServiceDefinition> services) {
		this.types = services.stream()
			.flatMap((service) -> service.getMethods().stream())
			.map(ServerMethodDefinition::getMethodDescriptor)
			.collect(Collectors.toMap((method) -> method.getFullMethodName(), (method) -> method.getType()));
		bound();
	}

	/** Bounds all methods except health checks, which a client may watch for ever. */
	private void bound() {
		Map<String, Served> served = new HashMap<>();
		this.types.forEach((method, type) -> {
			Knob<Duration> knob = (type == MethodType.UNARY) ? Knobs.LIMIT_MAX_CALL_AGE : Knobs.LIMIT_MAX_STREAM_AGE;
			Duration longest = this.settings.get(knob);
			served.put(method,
					new Served(new RequestTracer(method, this.large), (longest != null && !CallLimits.isHealth(method))
							? new Age(longest, Objects.requireNonNull(this.expired.get(knob)), knob) : null));
		});
		this.methods = served;
	}

	@Override
	public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
		Served method = this.methods.getOrDefault(fullMethodName, this.unknown);
		Age age = method.age();
		if (age == null) {
			return method.tracer();
		}
		EventExecutor eventLoop = ThreadExecutorMap.currentExecutor();
		Long timeout = headers.get(GrpcUtil.TIMEOUT_KEY);
		if (eventLoop == null || (timeout != null && timeout <= age.longest().toNanos())) {
			return method.tracer();
		}
		return new Bounded(fullMethodName, this.large,
				this.queues.get().computeIfAbsent(age.longest(), (longest) -> new AgeQueue(longest, eventLoop)), age);
	}

	/** Knobs that bound the age of calls. */
	public Set<Knob<Duration>> bounding() {
		return this.expired.keySet();
	}

	/** Number of calls that ended because of a knob. */
	public long expired(Knob<?> knob) {
		return Objects.requireNonNull(this.expired.get(knob)).sum();
	}

	/** Large requests that held up an event loop. */
	public LargeMessages large() {
		return this.large;
	}

	/** Tracer that all calls of a method share, and their maximum age. */
	private record Served(ServerStreamTracer tracer, @Nullable Age age) {

	}

	/**
	 * Maximum age of the calls of a method, and the counter of the calls that reached it.
	 */
	private record Age(Duration longest, LongAdder expired, Knob<Duration> knob) {

	}

	/** Measures large requests. */
	private static class RequestTracer extends ServerStreamTracer {

		private final String method;

		private final LargeMessages large;

		RequestTracer(String method, LargeMessages large) {
			this.method = method;
			this.large = large;
		}

		@Override
		public void serverCallStarted(ServerCallInfo<?, ?> callInfo) {
			// The inherited method creates an object for it.
		}

		/** Called before the message is parsed. */
		@Override
		public void inboundMessageRead(int number, long wireSize, long uncompressedSize) {
			if (wireSize >= LargeMessages.LARGE) {
				this.large.beforeHandling(this.method, wireSize);
			}
		}

	}

	/** A call whose context is cancelled when its time is over. */
	private static final class Bounded extends RequestTracer {

		private final AgeQueue queue;

		private final Age age;

		private AgeQueue.@Nullable Entry entry;

		Bounded(String method, LargeMessages large, AgeQueue queue, Age age) {
			super(method, large);
			this.queue = queue;
			this.age = age;
		}

		@Override
		public Context filterContext(Context context) {
			Context.CancellableContext bounded = context.withCancellation();
			this.entry = this.queue.add(() -> {
				this.age.expired().increment();
				bounded.cancel(new TimeoutException(this.age.knob().property()));
			});
			return bounded;
		}

		@Override
		public void streamClosed(Status status) {
			if (this.entry != null) {
				this.queue.remove(this.entry);
			}
		}

	}

}
