package dev.grpctuning.call.trace;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
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
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.CurrentLoop;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.MethodPattern;

/**
 * Limits how long calls may stay open. A call that exceeds its maximum age is cancelled
 * like one that exceeded its deadline.
 */
public final class CallAges {

	private final Bound calls = new Bound(Knobs.LIMIT_MAX_CALL_AGE);

	private final Bound streams = new Bound(Knobs.LIMIT_MAX_STREAM_AGE);

	/** Bounds by full method name. */
	private volatile Map<String, Bound> bounds = Map.of();

	public void update(Settings settings) {
		this.calls.longest = settings.get(this.calls.knob);
		this.streams.longest = settings.get(this.streams.knob);
	}

	/**
	 * Takes the services of the server that was built. Bounds all their methods except
	 * health checks, which a client may watch for ever.
	 */
	public void serves(Collection<ServerServiceDefinition> services) {
		this.bounds = services.stream()
			.flatMap((service) -> service.getMethods().stream())
			.map(ServerMethodDefinition::getMethodDescriptor)
			.filter((method) -> !MethodPattern.isHealth(method.getFullMethodName()))
			.collect(Collectors.toMap((method) -> method.getFullMethodName(),
					(method) -> (method.getType() == MethodType.UNARY) ? this.calls : this.streams));
	}

	/**
	 * Bounds a call that has just arrived on the event loop of the current thread. It
	 * must be removed when it has ended.
	 * @return {@code null} if it may be open for ever
	 */
	AgeQueue.@Nullable Entry bound(String method, long arrivedNanos, Context context) {
		Bound bound = this.bounds.get(method);
		AgeQueue queue = (bound != null) ? bound.queue() : null;
		return (queue != null) ? queue.add(arrivedNanos, context.withCancellation()) : null;
	}

	/** Knobs that bound the age of calls. */
	public Set<Knob<Duration>> bounding() {
		return Set.of(this.calls.knob, this.streams.knob);
	}

	/** Number of calls that ended because of a knob. */
	public long expired(Knob<?> knob) {
		return ((knob == this.calls.knob) ? this.calls : this.streams).expired.sum();
	}

	/** Maximum age of some calls, which each event loop queues. */
	private static final class Bound {

		private final Knob<Duration> knob;

		private final LongAdder expired = new LongAdder();

		private final FastThreadLocal<AgeQueue> queues = new FastThreadLocal<>();

		private volatile @Nullable Duration longest;

		Bound(Knob<Duration> knob) {
			this.knob = knob;
		}

		/** The queue of this thread, {@code null} if there is no bound or no loop. */
		@Nullable AgeQueue queue() {
			Duration age = this.longest;
			EventExecutor eventLoop = CurrentLoop.get();
			if (age == null || eventLoop == null) {
				return null;
			}
			AgeQueue queue = this.queues.get();
			if (queue == null || !queue.age().equals(age)) {
				// The former queue goes on with the calls that it has.
				queue = new AgeQueue(age, eventLoop, this::expire);
				this.queues.set(queue);
			}
			return queue;
		}

		private Throwable expire() {
			this.expired.increment();
			return new TimeoutException(this.knob.property());
		}

	}

}
