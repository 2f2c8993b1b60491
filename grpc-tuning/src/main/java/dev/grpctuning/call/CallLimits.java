package dev.grpctuning.call;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.executor.CallExecutor;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.CallPriority;
import dev.grpctuning.settings.value.LimitAlgorithm;
import dev.grpctuning.settings.value.MethodLimit;
import dev.grpctuning.settings.value.MethodPattern;

/**
 * Decides which calls of a server run, over all its generations: by the number of open
 * calls and streams, by method, priority, client and waiting time. Safe for use by
 * several threads.
 */
public final class CallLimits {

	/** Names the priority of a call if {@code limit.by-priority} is on. */
	static final Metadata.Key<String> PRIORITY = Metadata.Key.of("x-priority", Metadata.ASCII_STRING_MARSHALLER);

	/** Milliseconds after which a client may retry, as gRPC's retry policy reads it. */
	private static final Metadata.Key<String> PUSHBACK = Metadata.Key.of("grpc-retry-pushback-ms",
			Metadata.ASCII_STRING_MARSHALLER);

	private static final Map<String, CallPriority> PRIORITIES = Arrays.stream(CallPriority.values())
		.collect(Collectors.toMap(CallPriority::propertyValue, Function.identity()));

	private static final Duration STANDARD_PUSHBACK = Duration.ofMillis(500);

	/** Health checks and reflection are cheap, and must work under any load. */
	private static final int MAX_HEALTH_CALLS = 10_000;

	/** Clients that watch the health hold no place of those that check it. */
	private static final int MAX_HEALTH_STREAMS = 1000;

	private final CallLimit unary;

	private final CallLimit streams;

	private final CallLimit health;

	private final CallLimit healthStreams;

	private final Map<String, CallLimit> byPattern = new ConcurrentHashMap<>();

	final ClientShares clients;

	final ClientShares clientsOfStreams;

	private final MethodDurations durations;

	private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);

	private final LongSupplier nanoTime;

	private volatile Rules rules = rules(Settings.NONE);

	public CallLimits() {
		this(System::nanoTime);
	}

	CallLimits(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.unary = new CallLimit(nanoTime);
		this.streams = new CallLimit(nanoTime);
		this.health = new CallLimit(nanoTime);
		this.healthStreams = new CallLimit(nanoTime);
		this.durations = new MethodDurations(nanoTime);
		this.clients = new ClientShares(nanoTime);
		this.clientsOfStreams = new ClientShares(nanoTime);
		Arrays.stream(Refusal.values()).forEach((reason) -> this.refused.put(reason, new LongAdder()));
		this.health.update(MAX_HEALTH_CALLS, LimitAlgorithm.FIXED);
		this.healthStreams.update(MAX_HEALTH_STREAMS, LimitAlgorithm.FIXED);
	}

	/** Limits the calls that come from now on. */
	public synchronized void update(Settings settings) {
		this.unary.update(settings.get(Knobs.LIMIT_CONCURRENT_CALLS),
				settings.get(Knobs.LIMIT_ALGORITHM, LimitAlgorithm.FIXED));
		this.streams.update(settings.get(Knobs.LIMIT_CONCURRENT_STREAMS), LimitAlgorithm.FIXED);
		List<MethodLimit> methods = settings.get(Knobs.LIMIT_METHODS, List.of());
		this.byPattern.keySet()
			.removeIf((pattern) -> methods.stream().noneMatch((method) -> pattern.equals(method.method())));
		for (MethodLimit method : methods) {
			this.byPattern.computeIfAbsent(String.valueOf(method.method()), (pattern) -> new CallLimit(this.nanoTime))
				.update(method.concurrentCalls(), LimitAlgorithm.FIXED);
		}
		this.rules = rules(settings);
	}

	/** Takes a place for a call, or returns why it is refused. */
	Admission admit(ServerCall<?, ?> call, Metadata headers) {
		String method = call.getMethodDescriptor().getFullMethodName();
		if (MethodPattern.isHealth(method)) {
			CallLimit places = (call.getMethodDescriptor().getType() == MethodType.UNARY) ? this.health
					: this.healthStreams;
			return (places.acquire(1) > 0) ? new Admission.Admitted(places, null, null)
					: new Admission.Refused(count(Refusal.HEALTH));
		}
		Rules present = this.rules;
		MethodRules own = present.of(method);
		if (own.limit() != null && own.limit().acquire(1) < 0) {
			return new Admission.Refused(count(Refusal.METHOD));
		}
		double share = present.byPriority() ? priority(own, headers).share() : 1;
		Admission admission = admit(call, present, share, own.limit());
		if (own.limit() != null && admission instanceof Admission.Refused) {
			own.limit().release(false);
		}
		return admission;
	}

	private Admission admit(ServerCall<?, ?> call, Rules present, double byPriority, @Nullable CallLimit ofMethod) {
		boolean stream = call.getMethodDescriptor().getType() != MethodType.UNARY;
		CallLimit limit = stream ? this.streams : this.unary;
		ClientShares clients = stream ? this.clientsOfStreams : this.clients;
		ClientShares.Client client = null;
		if (present.byClient()) {
			this.clients.sweep();
			this.clientsOfStreams.sweep();
			client = clients.wants(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
		}
		double byClient = (client != null) ? clients.share(client, limit.allowed()) : 1;
		int open = limit.acquire(Math.min(byPriority, byClient));
		if (open > 0) {
			if (client != null) {
				client.enter();
			}
			return new Admission.Admitted(limit, ofMethod, client);
		}
		if (open == CallLimit.SHARE_TAKEN) {
			return new Admission.Refused(count((byClient < byPriority) ? Refusal.CLIENT : Refusal.PRIORITY));
		}
		return new Admission.Refused(count(stream ? Refusal.CONCURRENT_STREAMS : Refusal.CONCURRENT_CALLS));
	}

	/**
	 * Gives the place of a call back.
	 * @param startedNanos when its handler started, {@code null} if it did not or nobody
	 * needs it
	 */
	void release(Admission.Admitted place, String method, @Nullable Long startedNanos, Status.Code ended) {
		place.limit().release(isAnswer(ended));
		if (place.ofMethod() != null) {
			place.ofMethod().release(false);
		}
		if (place.client() != null) {
			place.client().leave();
		}
		if (startedNanos != null && ended == Status.Code.OK) {
			this.durations.record(method, this.nanoTime.getAsLong() - startedNanos);
		}
	}

	/** Whether the server did what it could. Otherwise it may have too many calls. */
	private static boolean isAnswer(Status.Code ended) {
		return switch (ended) {
			case OK, INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED, FAILED_PRECONDITION, OUT_OF_RANGE,
					UNAUTHENTICATED ->
				true;
			case CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, UNIMPLEMENTED, INTERNAL,
					UNAVAILABLE, DATA_LOSS ->
				false;
		};
	}

	/** Whether a limit needs the waiting time of calls. */
	boolean boundsWaiting() {
		return this.rules.maxQueueTime() != null;
	}

	/**
	 * Why a call that has got its thread is refused after all, {@code null} to run it.
	 */
	@Nullable Refusal refuseLate(String method, @Nullable CallExecutor executor, long waitedNanos, long leftNanos) {
		Duration longest = this.rules.maxQueueTime();
		if (longest == null || MethodPattern.isHealth(method)) {
			return null;
		}
		if (waitedNanos > ((executor != null) ? executor.maxWait(longest) : longest).toNanos()) {
			return count(Refusal.QUEUE_TIME);
		}
		return this.durations.exceeds(method, leftNanos) ? count(Refusal.DEADLINE) : null;
	}

	private static CallPriority priority(MethodRules own, Metadata headers) {
		if (own.priority() != null) {
			return own.priority();
		}
		String given = headers.get(PRIORITY);
		return (given != null) ? PRIORITIES.getOrDefault(given, CallPriority.NORMAL) : CallPriority.NORMAL;
	}

	Refusal count(Refusal reason) {
		Objects.requireNonNull(this.refused.get(reason)).increment();
		return reason;
	}

	public long refused(Refusal reason) {
		return Objects.requireNonNull(this.refused.get(reason)).sum();
	}

	public LimitState state() {
		// The executors show those that their queues refuse.
		long refused = Arrays.stream(Refusal.values())
			.filter((reason) -> reason != Refusal.QUEUE)
			.mapToLong(this::refused)
			.sum();
		return new LimitState(this.unary.algorithm(), this.unary.allowed(), this.unary.open(), this.streams.allowed(),
				this.streams.open(), refused);
	}

	/** Ends a refused call and tells its client when to retry, spread over time. */
	void close(ServerCall<?, ?> call, Refusal reason) {
		long pushback = this.rules.pushback().toMillis();
		Metadata trailers = new Metadata();
		trailers.put(PUSHBACK,
				Long.toString(pushback / 2 + ThreadLocalRandom.current().nextLong(Math.max(1, pushback))));
		call.close(Status.RESOURCE_EXHAUSTED.withDescription(reason.text()), trailers);
	}

	private Rules rules(Settings settings) {
		List<MethodRules> methods = settings.get(Knobs.LIMIT_METHODS, List.of())
			.stream()
			.map((method) -> new MethodRules(MethodPattern.of(String.valueOf(method.method())),
					this.byPattern.get(String.valueOf(method.method())), method.priority()))
			.toList();
		return new Rules(methods, new ConcurrentHashMap<>(), settings.get(Knobs.LIMIT_BY_PRIORITY, false),
				settings.get(Knobs.LIMIT_BY_CLIENT, false), settings.get(Knobs.LIMIT_MAX_QUEUE_TIME),
				settings.get(Knobs.LIMIT_RETRY_PUSHBACK, STANDARD_PUSHBACK));
	}

	/**
	 * Settings that each call reads.
	 *
	 * @param byMethod those of the methods that were called. gRPC refuses methods that
	 * the server does not have
	 */
	private record Rules(List<MethodRules> methods, Map<String, MethodRules> byMethod, boolean byPriority,
			boolean byClient, @Nullable Duration maxQueueTime, Duration pushback) {

		MethodRules of(String method) {
			if (this.methods.isEmpty()) {
				return MethodRules.NONE;
			}
			MethodRules known = this.byMethod.get(method);
			return (known != null) ? known
					: this.byMethod.computeIfAbsent(method,
							(name) -> this.methods.stream()
								.filter((each) -> each.pattern().matches(name))
								.findFirst()
								.orElse(MethodRules.NONE));
		}

	}

	private record MethodRules(MethodPattern pattern, @Nullable CallLimit limit, @Nullable CallPriority priority) {

		static final MethodRules NONE = new MethodRules(MethodPattern.of("*"), null, null);

	}

	/** Decision about a call. */
	sealed interface Admission {

		/** A place for the call, to be given back. */
		record Admitted(CallLimit limit, @Nullable CallLimit ofMethod,
				ClientShares.@Nullable Client client) implements Admission {

		}

		/** No place. */
		record Refused(Refusal reason) implements Admission {

		}

	}

}
