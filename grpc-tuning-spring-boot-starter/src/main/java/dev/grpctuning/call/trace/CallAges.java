package dev.grpctuning.call.trace;

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
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.ThreadExecutorMap;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.MethodPattern;

/**
 * Limits how long calls may stay open. A call that exceeds its maximum age is cancelled
 * like one that exceeded its deadline.
 */
public final class CallAges {

	private final Map<Knob<Duration>, LongAdder> expired = Map.of(Knobs.LIMIT_MAX_CALL_AGE, new LongAdder(),
			Knobs.LIMIT_MAX_STREAM_AGE, new LongAdder());

	private final FastThreadLocal<Map<Age, AgeQueue>> queues = new FastThreadLocal<>() {

		@Override
		protected Map<Age, AgeQueue> initialValue() {
			return new HashMap<>();
		}

	};

	private Settings settings = Settings.NONE;

	private Map<String, MethodType> types = Map.of();

	/** Maximum ages by full method name. */
	private volatile Map<String, Age> ages = Map.of();

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
		Map<String, Age> bounded = new HashMap<>();
		this.types.forEach((method, type) -> {
			Knob<Duration> knob = (type == MethodType.UNARY) ? Knobs.LIMIT_MAX_CALL_AGE : Knobs.LIMIT_MAX_STREAM_AGE;
			Duration longest = this.settings.get(knob);
			if (longest != null && !MethodPattern.isHealth(method)) {
				bounded.put(method, new Age(longest, knob));
			}
		});
		this.ages = bounded;
	}

	/**
	 * Bounds a call that has just arrived on the event loop of the current thread. It
	 * must be removed when it has ended.
	 * @return {@code null} if it may be open for ever
	 */
	AgeQueue.@Nullable Entry bound(String method, long arrivedNanos, Context context) {
		Age age = this.ages.get(method);
		EventExecutor eventLoop = (age != null) ? ThreadExecutorMap.currentExecutor() : null;
		if (age == null || eventLoop == null) {
			return null;
		}
		return this.queues.get()
			.computeIfAbsent(age, (each) -> new AgeQueue(each.longest(), eventLoop, () -> expire(each)))
			.add(arrivedNanos, context.withCancellation());
	}

	private Throwable expire(Age age) {
		Objects.requireNonNull(this.expired.get(age.knob())).increment();
		return new TimeoutException(age.knob().property());
	}

	/** Knobs that bound the age of calls. */
	public Set<Knob<Duration>> bounding() {
		return this.expired.keySet();
	}

	/** Number of calls that ended because of a knob. */
	public long expired(Knob<?> knob) {
		return Objects.requireNonNull(this.expired.get(knob)).sum();
	}

	/** Maximum age of the calls of a method. */
	private record Age(Duration longest, Knob<Duration> knob) {

	}

}
