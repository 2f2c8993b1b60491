package dev.grpctuning.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.MethodLimit;
import dev.grpctuning.settings.value.MethodPattern;
import dev.grpctuning.settings.value.QueueDiscipline;
import dev.grpctuning.settings.value.Route;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.TransportAvailability;

/** Turns the values of knobs into settings and finds everything that cannot work. */
public final class Validation {

	private static final String PATTERN = "must be package.Service/Method, with * for any characters.";

	/** A server with one of these has event loops whose transport is known. */
	private static final Set<Knob<?>> NEED_EVENT_LOOPS = Set.of(Knobs.BOSS_THREADS, Knobs.WORKER_THREADS,
			Knobs.WORKER_THREADS_MIN, Knobs.IO_URING_RING_SIZE, Knobs.IO_URING_COMPLETION_QUEUE_SIZE,
			Knobs.SOCKET_USER_TIMEOUT);

	private final UnaryOperator<@Nullable String> written;

	private final TransportAvailability transports;

	private final Function<ExecutorType, @Nullable String> executors;

	private final List<TuningProblem> problems = new ArrayList<>();

	private final Map<Knob<?>, Object> given = new LinkedHashMap<>();

	private final Map<Knob<?>, Object> valid = new LinkedHashMap<>();

	/**
	 * Creates a validation.
	 * @param written returns how the value of a property, named without its prefix, is
	 * written
	 * @param executors returns why a type of executor is not available, or {@code null}
	 */
	public Validation(UnaryOperator<@Nullable String> written, TransportAvailability transports,
			Function<ExecutorType, @Nullable String> executors) {
		this.written = written;
		this.transports = transports;
		this.executors = executors;
	}

	/** Adds the value of a knob. A size is a number of bytes. */
	public void set(Knob<?> knob, Object value) {
		this.given.put(knob, value);
		boolean size = knob.format() == Knob.Format.SIZE;
		String reason = knob.bounds().apply(size ? (Object) ((Number) value).longValue() : value);
		if (reason != null) {
			refuse(knob.name(), value, reason);
		}
		else {
			this.valid.put(knob, size ? (Object) ((Number) value).intValue() : value);
		}
	}

	/** Refuses a value. The first problem of a property stands for all. */
	public void refuse(String name, @Nullable Object value, String reason) {
		if (this.problems.stream().noneMatch((problem) -> problem.knob().equals(name))) {
			String text = this.written.apply(name);
			this.problems
				.add(new TuningProblem(name, (text != null || value == null) ? text : value.toString(), reason));
		}
	}

	/** Whether a property has a value that was refused, or an element of its list has. */
	private boolean isRefused(String name) {
		return this.problems.stream()
			.map(TuningProblem::knob)
			.anyMatch((refused) -> refused.equals(name) || refused.startsWith(name + "["));
	}

	/** Returns the settings if all values work together. */
	public Settings settings() throws InvalidTuningException {
		eventLoops();
		range(Knobs.SOCKET_WRITE_WATERMARK_LOW, Knobs.SOCKET_WRITE_WATERMARK_HIGH, "B");
		excludes(Knobs.INITIAL_FLOW_CONTROL_WINDOW, Knobs.FLOW_CONTROL_WINDOW);
		both(Knobs.MAX_INBOUND_METADATA_SIZE_SOFT, Knobs.MAX_INBOUND_METADATA_SIZE);
		atMost(Knobs.MAX_INBOUND_METADATA_SIZE_SOFT, Knobs.MAX_INBOUND_METADATA_SIZE, "B");
		both(Knobs.CONNECTION_MAX_RESETS_WINDOW, Knobs.CONNECTION_MAX_RESETS);
		for (Knob<?> knob : List.of(Knobs.LIMIT_ALGORITHM, Knobs.LIMIT_BY_PRIORITY, Knobs.LIMIT_BY_CLIENT)) {
			requires(knob, Knobs.LIMIT_CONCURRENT_CALLS, "has no effect without limit.concurrent-calls; set that too.");
		}
		queueDiscipline();
		methods();
		executor();
		routes();
		canary();
		live();
		this.valid.values().removeIf((value) -> value instanceof List<?> list && list.isEmpty());
		if (!this.problems.isEmpty()) {
			throw new InvalidTuningException(this.problems);
		}
		return new Settings(this.valid);
	}

	private void eventLoops() {
		range(Knobs.WORKER_THREADS_MIN, Knobs.WORKER_THREADS_MAX, "");
		excludes(Knobs.WORKER_THREADS_MIN, Knobs.WORKER_THREADS);
		Transport transport = valid(Knobs.TRANSPORT);
		if (isRefused(Knobs.TRANSPORT.name())) {
			return;
		}
		if (transport == null && this.valid.keySet().stream().noneMatch(NEED_EVENT_LOOPS::contains)) {
			return;
		}
		Transport resolved = this.transports.resolve((transport != null) ? transport : Transport.AUTO);
		String reason = this.transports.unavailabilityReason(resolved);
		if (reason != null) {
			String available = Arrays.stream(Transport.values())
				.filter((each) -> this.transports.unavailabilityReason(each) == null)
				.map(Transport::propertyValue)
				.collect(Collectors.joining(", "));
			refuse(Knobs.TRANSPORT.name(), resolved.propertyValue(),
					"does not work here (%s); use one of %s.".formatted(reason, available));
		}
		this.valid.put(Knobs.TRANSPORT, resolved);
		this.valid.putIfAbsent(Knobs.BOSS_THREADS, 1);
		for (Knob<?> knob : List.of(Knobs.IO_URING_RING_SIZE, Knobs.IO_URING_COMPLETION_QUEUE_SIZE)) {
			if (resolved != Transport.IO_URING) {
				refuseGiven(knob, "has no effect on transport %s; set transport to io-uring, or leave this out."
					.formatted(resolved.propertyValue()));
			}
		}
		requires(Knobs.IO_URING_COMPLETION_QUEUE_SIZE, Knobs.IO_URING_RING_SIZE,
				"cannot be compared with the size of the ring; set io-uring.ring-size too.");
		atMost(Knobs.IO_URING_RING_SIZE, Knobs.IO_URING_COMPLETION_QUEUE_SIZE, "");
		if (resolved == Transport.NIO) {
			refuseGiven(Knobs.SOCKET_USER_TIMEOUT,
					"has no effect on transport nio; set transport to epoll or io-uring, or leave this out.");
		}
	}

	private void executor() {
		available(Knobs.EXECUTOR_TYPE.name(), valid(Knobs.EXECUTOR_TYPE));
		String reason = "has no effect without grpc.tuning.executor.type; set that to one of %s.".formatted(types());
		requires(Knobs.EXECUTOR_THREADS, Knobs.EXECUTOR_TYPE, reason);
		requires(Knobs.EXECUTOR_THREAD_NAME_PREFIX, Knobs.EXECUTOR_TYPE, reason);
		requires(Knobs.EXECUTOR_QUEUE_CAPACITY, Knobs.EXECUTOR_TYPE, reason);
		queue(Knobs.EXECUTOR_QUEUE_CAPACITY.name(), valid(Knobs.EXECUTOR_QUEUE_CAPACITY), valid(Knobs.EXECUTOR_TYPE),
				valid(Knobs.EXECUTOR_THREADS));
		if (this.given.containsKey(Knobs.EXECUTOR_MAX_VIRTUAL_THREADS) && !isAnyExecutor(ExecutorType.VIRTUAL)) {
			refuse(Knobs.EXECUTOR_MAX_VIRTUAL_THREADS,
					"has no effect without a virtual executor; set executor.type or the type of a route to virtual.");
		}
	}

	/** Whether an executor has a type; one that was refused may have been meant. */
	private boolean isAnyExecutor(ExecutorType type) {
		boolean unknown = Stream.of(Knobs.EXECUTOR_TYPE, Knobs.EXECUTOR_CANARY_TYPE, Knobs.EXECUTOR_ROUTES)
			.anyMatch((knob) -> isRefused(knob.name()));
		return unknown || threads(valid(Knobs.EXECUTOR_TYPE), valid(Knobs.EXECUTOR_THREADS)) == type
				|| threads(valid(Knobs.EXECUTOR_CANARY_TYPE), valid(Knobs.EXECUTOR_CANARY_THREADS)) == type
				|| elements(Knobs.EXECUTOR_ROUTES).stream()
					.anyMatch((route) -> threads(route.type(), route.threads()) == type);
	}

	/** Type of the threads of an executor. */
	private static @Nullable ExecutorType threads(@Nullable ExecutorType type, @Nullable Integer threads) {
		return (type == ExecutorType.ADAPTIVE) ? ExecutorSettings.threadsOfAdaptive(threads) : type;
	}

	private void queue(String name, @Nullable Integer capacity, @Nullable ExecutorType type,
			@Nullable Integer threads) {
		ExecutorType of = threads(type, threads);
		boolean queues = of == ExecutorType.VIRTUAL && this.given.containsKey(Knobs.EXECUTOR_MAX_VIRTUAL_THREADS);
		if (capacity != null && type != null && of != null && !of.hasQueue() && !queues) {
			refuse(name, capacity,
					"has no effect on %s, which has no queue; set the type to fixed or fork-join, or leave this out."
						.formatted(type.propertyValue()));
		}
	}

	private void routes() {
		Set<String> methods = new HashSet<>();
		int index = 0;
		for (Route route : elements(Knobs.EXECUTOR_ROUTES)) {
			String name = "executor.routes[%d]".formatted(index++);
			available(name + ".type", route.type());
			within(name + ".threads", route.threads(), Knobs.EXECUTOR_THREADS);
			within(name + ".queue-capacity", route.queueCapacity(), Knobs.EXECUTOR_QUEUE_CAPACITY);
			if (isNew(name + ".method", route.method(), methods, "a route") && route.type() == null) {
				missing(name, "type", Route.PROPERTIES, "must be set to one of %s.".formatted(types()));
			}
			if (route.method() != null && MethodPattern.isHealth(route.method())) {
				refuse(name + ".method", route.method(),
						"has no effect, because health checks and reflection have threads of their own; remove the route.");
			}
			queue(name + ".queue-capacity", route.queueCapacity(), route.type(), route.threads());
		}
	}

	private void queueDiscipline() {
		if (this.valid.get(Knobs.LIMIT_QUEUE_DISCIPLINE) != QueueDiscipline.CODEL) {
			return;
		}
		requires(Knobs.LIMIT_QUEUE_DISCIPLINE, Knobs.LIMIT_MAX_QUEUE_TIME,
				"has no effect without limit.max-queue-time; set that too, such as to 100ms.");
		if (!isAnyExecutor(ExecutorType.FIXED)) {
			refuse(Knobs.LIMIT_QUEUE_DISCIPLINE,
					"has no effect without a fixed executor; set executor.type or the type of a route to fixed.");
		}
	}

	private void methods() {
		Set<String> methods = new HashSet<>();
		int index = 0;
		for (MethodLimit limit : elements(Knobs.LIMIT_METHODS)) {
			String name = "limit.methods[%d]".formatted(index++);
			within(name + ".concurrent-calls", limit.concurrentCalls(), Knobs.LIMIT_CONCURRENT_CALLS);
			if (isNew(name + ".method", limit.method(), methods, "a limit") && limit.concurrentCalls() == null
					&& limit.priority() == null && !isRefused(name + ".priority")) {
				missing(name, "concurrent-calls", MethodLimit.PROPERTIES, "is missing; set it, or the priority.");
			}
		}
	}

	/** Refuses an element that lacks a property, unless a misspelt one is refused. */
	private void missing(String element, String property, List<String> known, String reason) {
		String start = element + ".";
		if (this.problems.stream()
			.map(TuningProblem::knob)
			.allMatch((refused) -> !refused.startsWith(start) || known.contains(refused.substring(start.length())))) {
			refuse(start + property, null, reason);
		}
	}

	/** Whether a method is valid and none before it is the same. */
	private boolean isNew(String name, @Nullable String method, Set<String> before, String what) {
		if (method == null || !MethodPattern.isValid(method)) {
			refuse(name, method, PATTERN);
			return false;
		}
		if (!before.add(method)) {
			refuse(name, method, "has %s already; remove one of them.".formatted(what));
			return false;
		}
		return true;
	}

	private void within(String name, @Nullable Integer value, Knob<Integer> bounds) {
		String reason = (value != null) ? bounds.bounds().apply(value) : null;
		if (reason != null) {
			refuse(name, value, reason);
		}
	}

	private void canary() {
		available(Knobs.EXECUTOR_CANARY_TYPE.name(), valid(Knobs.EXECUTOR_CANARY_TYPE));
		String reason = "has no effect without executor.canary.type; set that to one of %s.".formatted(types());
		requires(Knobs.EXECUTOR_CANARY_TYPE, Knobs.EXECUTOR_TYPE,
				"has nothing to be compared with; set executor.type.");
		requires(Knobs.EXECUTOR_CANARY_TYPE, Knobs.EXECUTOR_CANARY_SHARE,
				"has no effect without executor.canary.share; set that too.");
		requires(Knobs.EXECUTOR_CANARY_SHARE, Knobs.EXECUTOR_CANARY_TYPE, reason);
		requires(Knobs.EXECUTOR_CANARY_THREADS, Knobs.EXECUTOR_CANARY_TYPE, reason);
	}

	private void live() {
		if (Boolean.FALSE.equals(this.valid.get(Knobs.EXECUTOR_LIVE))) {
			if (this.valid.get(Knobs.EXECUTOR_TYPE) == ExecutorType.ADAPTIVE) {
				refuse(Knobs.EXECUTOR_TYPE, "needs executor.live=true; set it, or use another type.");
			}
			Set<Knob<?>> live = Set.of(Knobs.EXECUTOR_ROUTES, Knobs.EXECUTOR_CANARY_SHARE,
					Knobs.EXECUTOR_QUEUE_CAPACITY);
			this.given.forEach((knob, value) -> {
				if ((live.contains(knob) || Knobs.needsDispatch(knob)) && !List.of().equals(value)) {
					refuse(knob, "needs executor.live=true; set it, or leave this out.");
				}
			});
		}
		this.valid.remove(Knobs.LIMIT_BY_PRIORITY, false);
		this.valid.remove(Knobs.LIMIT_BY_CLIENT, false);
		this.valid.remove(Knobs.LIMIT_QUEUE_DISCIPLINE, QueueDiscipline.FIFO);
		this.valid.remove(Knobs.EXECUTOR_LIVE, true);
		this.valid.remove(Knobs.METRICS_ENABLED, true);
	}

	private void refuse(Knob<?> knob, String reason) {
		Object value = this.given.get(knob);
		refuse(knob.name(), (value instanceof List<?> list) ? list.size() : value, reason);
	}

	private void refuseGiven(Knob<?> knob, String reason) {
		if (this.given.containsKey(knob)) {
			refuse(knob, reason);
		}
	}

	@SuppressWarnings("unchecked")
	private <T> @Nullable T valid(Knob<T> knob) {
		return (T) this.valid.get(knob);
	}

	private <T> List<T> elements(Knob<List<T>> knob) {
		return Objects.requireNonNullElse(valid(knob), List.of());
	}

	/** Two ends of a range, neither of which has an effect alone. */
	private void range(Knob<Integer> low, Knob<Integer> high, String unit) {
		both(low, high);
		both(high, low);
		atMost(low, high, unit);
	}

	private void both(Knob<?> knob, Knob<?> other) {
		requires(knob, other, "has no effect without %s; set both.".formatted(other.name()));
	}

	private void atMost(Knob<Integer> smaller, Knob<Integer> larger, String unit) {
		Integer value = valid(smaller);
		Integer max = valid(larger);
		if (value != null && max != null && value > max) {
			refuse(smaller, "must not be greater than %s, which is %d%s.".formatted(larger.name(), max, unit));
		}
	}

	private void requires(Knob<?> knob, Knob<?> other, String reason) {
		if (this.given.containsKey(knob) && !this.given.containsKey(other) && !isRefused(other.name())) {
			refuse(knob, reason);
		}
	}

	private void excludes(Knob<?> knob, Knob<?> other) {
		if (this.valid.containsKey(knob) && this.valid.containsKey(other)) {
			refuse(knob, "excludes %s; set only one of them.".formatted(other.name()));
		}
	}

	private void available(String name, @Nullable ExecutorType type) {
		String reason = (type != null) ? this.executors.apply(type) : null;
		if (type != null && reason != null) {
			refuse(name, type.propertyValue(), "%s; use one of %s.".formatted(reason, types()));
		}
	}

	private String types() {
		return Arrays.stream(ExecutorType.values())
			.filter((type) -> this.executors.apply(type) == null)
			.map(ExecutorType::propertyValue)
			.collect(Collectors.joining(", "));
	}

}
