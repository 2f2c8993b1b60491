package dev.grpctuning.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob.Format;
import dev.grpctuning.settings.Knob.Scope;
import dev.grpctuning.settings.socket.AllocatorType;
import dev.grpctuning.settings.socket.LeakDetection;
import dev.grpctuning.settings.socket.ListenAddress;
import dev.grpctuning.settings.value.Choice;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.settings.value.LimitAlgorithm;
import dev.grpctuning.settings.value.MethodLimit;
import dev.grpctuning.settings.value.QueueDiscipline;
import dev.grpctuning.settings.value.Route;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.WithdrawnStatus;

/**
 * All knobs. {@code docs/reference/knobs.md} describes them.
 */
public final class Knobs {

	private static final List<Knob<?>> ALL = new ArrayList<>();

	/** Maximum parallelism of a ForkJoinPool. */
	private static final int MAX_THREADS = 32767;

	private static final Duration SHORTEST = Duration.ofMillis(1);

	/** Linux creates no larger io_uring submission queue. */
	private static final int MAX_RING = 1 << 15;

	/** gRPC's own timeout of a handshake. */
	private static final Duration GRPC_HANDSHAKE = Duration.ofMinutes(2);

	private static final Duration LONGEST = Duration.ofDays(365);

	/** A socket takes an int of milliseconds. */
	private static final Duration LONGEST_SOCKET = Duration.ofDays(24);

	public static final Knob<Transport> TRANSPORT = choice("transport", Scope.RESTART, Transport.class,
			"epoll if it works, otherwise nio");

	public static final Knob<Integer> BOSS_THREADS = number("boss-threads", Scope.RESTART, "threads", MAX_THREADS, "1");

	public static final Knob<Integer> WORKER_THREADS = number("worker-threads", Scope.RESTART, "threads", MAX_THREADS,
			"one per processor");

	public static final Knob<Integer> WORKER_THREADS_MIN = number("worker-threads-min", Scope.RESTART, "threads",
			MAX_THREADS, "fixed number");

	public static final Knob<Integer> WORKER_THREADS_MAX = number("worker-threads-max", Scope.RESTART, "threads",
			MAX_THREADS, "fixed number");

	public static final Knob<Integer> IO_URING_RING_SIZE = ring("io-uring.ring-size", MAX_RING, "Netty's");

	public static final Knob<Integer> IO_URING_COMPLETION_QUEUE_SIZE = ring("io-uring.completion-queue-size",
			2 * MAX_RING, "twice the ring size");

	public static final Knob<AllocatorType> ALLOCATOR = choice("allocator", Scope.RESTART, AllocatorType.class,
			"gRPC's own pool");

	public static final Knob<LeakDetection> LEAK_DETECTION = choice("leak-detection", Scope.LIVE, LeakDetection.class,
			"that of io.netty.leakDetection.level, or simple");

	public static final Knob<List<String>> LISTEN_ADDRESSES = add("listen-addresses", Scope.RESTART, Format.NAMES,
			String.class, null, (addresses) -> ListenAddress.refusal((List<?>) addresses), "none");

	public static final Knob<Integer> SOCKET_BACKLOG = number("socket.backlog", Scope.RESTART, "connections",
			Integer.MAX_VALUE, "the system's maximum");

	public static final Knob<Boolean> SOCKET_NO_DELAY = flag("socket.no-delay", "true");

	public static final Knob<Integer> SOCKET_RECEIVE_BUFFER_SIZE = size("socket.receive-buffer-size",
			"the system's, which grows");

	public static final Knob<Integer> SOCKET_SEND_BUFFER_SIZE = size("socket.send-buffer-size",
			"the system's, which grows");

	public static final Knob<Duration> SOCKET_USER_TIMEOUT = duration("socket.user-timeout", Scope.RESTART, SHORTEST,
			LONGEST_SOCKET, "24d", "the system's");

	public static final Knob<Integer> SOCKET_WRITE_WATERMARK_LOW = size("socket.write-watermark.low", "32KB");

	public static final Knob<Integer> SOCKET_WRITE_WATERMARK_HIGH = size("socket.write-watermark.high", "64KB");

	public static final Knob<Integer> FLOW_CONTROL_WINDOW = size("flow-control-window", "1MB that grows");

	public static final Knob<Integer> INITIAL_FLOW_CONTROL_WINDOW = size("initial-flow-control-window",
			"1MB that grows");

	public static final Knob<Integer> MAX_CONCURRENT_CALLS_PER_CONNECTION = number(
			"max-concurrent-calls-per-connection", Scope.RESTART, "calls", Integer.MAX_VALUE, "unlimited");

	public static final Knob<Integer> MAX_INBOUND_MESSAGE_SIZE = size("max-inbound-message-size", "4MB");

	public static final Knob<Integer> MAX_INBOUND_METADATA_SIZE = size("max-inbound-metadata-size", "8KB");

	public static final Knob<Integer> MAX_INBOUND_METADATA_SIZE_SOFT = size("max-inbound-metadata-size-soft",
			"the maximum");

	public static final Knob<Integer> MAX_CONNECTIONS = number("max-connections", Scope.NEW_CONNECTIONS, "connections",
			Integer.MAX_VALUE, "unlimited");

	public static final Knob<Integer> MAX_CONNECTIONS_PER_ADDRESS = number("max-connections-per-address",
			Scope.NEW_CONNECTIONS, "connections", Integer.MAX_VALUE, "unlimited");

	public static final Knob<Duration> CONNECTION_HANDSHAKE_TIMEOUT = duration("connection.handshake-timeout",
			Scope.NEW_CONNECTIONS, SHORTEST, GRPC_HANDSHAKE, "2m", "2m, and only for TLS");

	public static final Knob<Integer> CONNECTION_MAX_RESETS = number("connection.max-resets", Scope.NEW_CONNECTIONS,
			"streams", Integer.MAX_VALUE, "unlimited");

	public static final Knob<Duration> CONNECTION_MAX_RESETS_WINDOW = duration("connection.max-resets-window",
			Scope.NEW_CONNECTIONS, SHORTEST, "30s");

	public static final Knob<Integer> CONNECTION_MAX_CONTROL_FRAMES = number("connection.max-control-frames",
			Scope.NEW_CONNECTIONS, "frames", Integer.MAX_VALUE, "unlimited");

	public static final Knob<Integer> CONNECTION_MAX_FLOODS = number("connection.max-floods", Scope.NEW_CONNECTIONS,
			"connections", Integer.MAX_VALUE, "unlimited");

	public static final Knob<Integer> MAX_RESPONSE_BACKLOG = size("max-response-backlog", Scope.NEW_CONNECTIONS,
			"unlimited");

	public static final Knob<Boolean> CONNECTION_COALESCE_WRITES = flag("connection.coalesce-writes",
			Scope.NEW_CONNECTIONS, "false");

	public static final Knob<Duration> KEEP_ALIVE_TIME = duration("keep-alive.time", Scope.RESTART, SHORTEST, "2h");

	public static final Knob<Duration> KEEP_ALIVE_TIMEOUT = duration("keep-alive.timeout", Scope.RESTART, SHORTEST,
			"20s");

	public static final Knob<Duration> KEEP_ALIVE_PERMIT_TIME = duration("keep-alive.permit-time", Scope.RESTART,
			Duration.ZERO, "5m");

	public static final Knob<Boolean> KEEP_ALIVE_PERMIT_WITHOUT_CALLS = flag("keep-alive.permit-without-calls",
			"false");

	public static final Knob<Duration> CONNECTION_MAX_IDLE = duration("connection.max-idle", Scope.RESTART, SHORTEST,
			"unlimited");

	public static final Knob<Duration> CONNECTION_MAX_AGE = duration("connection.max-age", Scope.RESTART, SHORTEST,
			"unlimited");

	public static final Knob<Duration> CONNECTION_MAX_AGE_GRACE = duration("connection.max-age-grace", Scope.RESTART,
			Duration.ZERO, "unlimited");

	public static final Knob<ExecutorType> EXECUTOR_TYPE = choice("executor.type", Scope.LIVE, ExecutorType.class,
			"gRPC's shared cached pool, or the application's executor");

	public static final Knob<Integer> EXECUTOR_THREADS = number("executor.threads", Scope.LIVE, "threads", MAX_THREADS,
			"one per processor");

	public static final Knob<String> EXECUTOR_THREAD_NAME_PREFIX = add("executor.thread-name-prefix", Scope.LIVE,
			Format.TEXT, String.class, null,
			(prefix) -> ((String) prefix).matches("[\\w .:#/-]{0,64}") ? null
					: "must have at most 64 letters, digits, spaces and the characters . : # / - _.",
			"grpc-server-app-");

	public static final Knob<Integer> EXECUTOR_QUEUE_CAPACITY = number("executor.queue-capacity", Scope.LIVE, "tasks",
			Integer.MAX_VALUE, "unlimited");

	public static final Knob<Integer> EXECUTOR_MAX_VIRTUAL_THREADS = number("executor.max-virtual-threads", Scope.LIVE,
			"threads", Integer.MAX_VALUE, "unlimited");

	public static final Knob<Boolean> EXECUTOR_LIVE = flag("executor.live", "true");

	public static final Knob<List<Route>> EXECUTOR_ROUTES = add("executor.routes", Scope.LIVE, Format.ROUTES,
			Route.class, null, Knobs::anything, "none");

	public static final Knob<ExecutorType> EXECUTOR_CANARY_TYPE = choice("executor.canary.type", Scope.LIVE,
			ExecutorType.class, "no canary");

	public static final Knob<Integer> EXECUTOR_CANARY_THREADS = number("executor.canary.threads", Scope.LIVE, "threads",
			MAX_THREADS, "one per processor");

	public static final Knob<Double> EXECUTOR_CANARY_SHARE = add("executor.canary.share", Scope.LIVE, Format.FRACTION,
			Double.class, "part of the calls, from 0 to 1",
			(share) -> ((Double) share >= 0 && (Double) share <= 1) ? null : "must be between 0 and 1.", "no canary");

	public static final Knob<Integer> LIMIT_CONCURRENT_CALLS = number("limit.concurrent-calls", Scope.LIVE, "calls",
			Integer.MAX_VALUE, "unlimited");

	public static final Knob<LimitAlgorithm> LIMIT_ALGORITHM = choice("limit.algorithm", Scope.LIVE,
			LimitAlgorithm.class, "fixed");

	public static final Knob<Integer> LIMIT_CONCURRENT_STREAMS = number("limit.concurrent-streams", Scope.LIVE,
			"streams", Integer.MAX_VALUE, "unlimited");

	public static final Knob<List<MethodLimit>> LIMIT_METHODS = add("limit.methods", Scope.LIVE, Format.METHODS,
			MethodLimit.class, null, Knobs::anything, "none");

	public static final Knob<Boolean> LIMIT_BY_PRIORITY = flag("limit.by-priority", Scope.LIVE, "false");

	public static final Knob<Boolean> LIMIT_BY_CLIENT = flag("limit.by-client", Scope.LIVE, "false");

	public static final Knob<Duration> LIMIT_MAX_QUEUE_TIME = duration("limit.max-queue-time", Scope.LIVE, SHORTEST,
			"unlimited");

	public static final Knob<QueueDiscipline> LIMIT_QUEUE_DISCIPLINE = choice("limit.queue-discipline", Scope.LIVE,
			QueueDiscipline.class, "fifo");

	public static final Knob<Duration> LIMIT_MAX_CALL_AGE = duration("limit.max-call-age", Scope.LIVE, SHORTEST,
			"unlimited");

	public static final Knob<Duration> LIMIT_MAX_STREAM_AGE = duration("limit.max-stream-age", Scope.LIVE, SHORTEST,
			"unlimited");

	public static final Knob<Duration> LIMIT_RETRY_PUSHBACK = duration("limit.retry-pushback", Scope.LIVE, SHORTEST,
			"500ms");

	public static final Knob<List<String>> SERVICES_WITHDRAWN = add("services.withdrawn", Scope.LIVE, Format.NAMES,
			String.class, null, (names) -> ((List<?>) names).contains("grpc.health.v1.Health")
					? "names grpc.health.v1.Health, which reports what is withdrawn; leave that out." : null,
			"none");

	public static final Knob<WithdrawnStatus> SERVICES_WITHDRAWN_STATUS = choice("services.withdrawn-status",
			Scope.LIVE, WithdrawnStatus.class, "unimplemented");

	public static final Knob<GenerationChange> GENERATION_CHANGE = choice("generation.change", Scope.LIVE,
			GenerationChange.class, "swap");

	public static final Knob<Duration> GENERATION_DRAIN_TIMEOUT = duration("generation.drain-timeout", Scope.LIVE,
			Duration.ZERO, "unlimited");

	public static final Knob<Integer> GENERATION_MAX_DRAINING = number("generation.max-draining", Scope.LIVE,
			"generations", 1000, "10");

	public static final Knob<Integer> STAGES_SAMPLED_PER_SECOND = number("stages.sampled-per-second", Scope.LIVE,
			"calls", Integer.MAX_VALUE, "none");

	public static final Knob<Boolean> METRICS_ENABLED = flag("metrics.enabled", "true");

	private Knobs() {
	}

	/** Whether a knob has an effect only if calls are dispatched to executors. */
	static boolean needsDispatch(Knob<?> knob) {
		return knob.name().startsWith("limit.") && knob != LIMIT_MAX_CALL_AGE && knob != LIMIT_MAX_STREAM_AGE;
	}

	public static List<Knob<?>> all() {
		return Collections.unmodifiableList(ALL);
	}

	public static List<String> names() {
		return ALL.stream().<String>map(Knob::name).toList();
	}

	/**
	 * Finds a knob by its name in the spelling of a property, of JSON or of an
	 * environment variable, with or without the prefix: {@code executor.type},
	 * {@code executorType}, {@code grpc.tuning.executor.type}.
	 */
	public static Optional<Knob<?>> find(String name) {
		String letters = letters(name);
		String wanted = letters.startsWith("grpctuning") ? letters.substring("grpctuning".length()) : letters;
		return ALL.stream().filter((knob) -> letters(knob.name()).equals(wanted)).findFirst();
	}

	/** What identifies a knob in every spelling. */
	public static String letters(String name) {
		return name.replaceAll("[^\\p{Alnum}]", "").toLowerCase(Locale.ROOT);
	}

	private static @Nullable String bounds(long value, int max, String unit) {
		return (value < 1 || value > max) ? "must be between 1%s and %d%s.".formatted(unit, max, unit) : null;
	}

	private static @Nullable String anything(Object value) {
		return null;
	}

	private static <T> Knob<T> add(String name, Scope scope, Format format, Class<?> type, @Nullable String unit,
			Function<Object, @Nullable String> bounds, String standard) {
		Knob<T> knob = new Knob<>(name, scope, format, type, unit, bounds, standard);
		ALL.add(knob);
		return knob;
	}

	private static Knob<Integer> number(String name, Scope scope, String unit, int max, String standard) {
		return add(name, scope, Format.NUMBER, Integer.class, unit, (value) -> bounds((Integer) value, max, ""),
				standard);
	}

	private static Knob<Integer> ring(String name, int max, String standard) {
		return add(name, Scope.RESTART, Format.NUMBER, Integer.class, "entries", (value) -> {
			int size = (Integer) value;
			return (size < 1 || size > max || Integer.bitCount(size) != 1)
					? "must be a power of two between 1 and %d.".formatted(max) : null;
		}, standard);
	}

	private static Knob<Integer> size(String name, String standard) {
		return size(name, Scope.RESTART, standard);
	}

	private static Knob<Integer> size(String name, Scope scope, String standard) {
		return add(name, scope, Format.SIZE, Integer.class, "bytes",
				(value) -> bounds((Long) value, Integer.MAX_VALUE, "B"), standard);
	}

	private static Knob<Boolean> flag(String name, String standard) {
		return flag(name, Scope.RESTART, standard);
	}

	private static Knob<Boolean> flag(String name, Scope scope, String standard) {
		return add(name, scope, Format.FLAG, Boolean.class, null, Knobs::anything, standard);
	}

	private static <T extends Choice> Knob<T> choice(String name, Scope scope, Class<T> type, String standard) {
		return add(name, scope, Format.CHOICE, type, null, Knobs::anything, standard);
	}

	private static Knob<Duration> duration(String name, Scope scope, Duration least, String standard) {
		return duration(name, scope, least, LONGEST, "365d", standard);
	}

	private static Knob<Duration> duration(String name, Scope scope, Duration least, Duration most, String mostText,
			String standard) {
		String reason = "must be between %s and %s.".formatted(least.isZero() ? "0s" : "1ms", mostText);
		return add(name, scope, Format.DURATION, Duration.class, "ms",
				(value) -> (((Duration) value).compareTo(least) < 0 || ((Duration) value).compareTo(most) > 0) ? reason
						: null,
				standard);
	}

}
