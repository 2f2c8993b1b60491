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
 * All knobs. The table in {@code docs/reference/knobs.md} and the metadata that editors
 * show are generated from them.
 */
public final class Knobs {

	private static final List<Knob<?>> ALL = new ArrayList<>();

	/** A ForkJoinPool takes no more. */
	private static final int MAX_THREADS = 32767;

	private static final Duration SHORTEST = Duration.ofMillis(1);

	/** Linux creates no larger io_uring submission queue. */
	private static final int MAX_RING = 1 << 15;

	/** gRPC closes a connection after so long by itself. */
	private static final Duration GRPC_HANDSHAKE = Duration.ofMinutes(2);

	private static final Duration LONGEST = Duration.ofDays(365);

	/** A socket takes an int of milliseconds. */
	private static final Duration LONGEST_SOCKET = Duration.ofDays(24);

	public static final Knob<Transport> TRANSPORT = choice("transport", Scope.RESTART, Transport.class,
			"epoll if it works, otherwise nio",
			"Transport of the server. With auto, the first of epoll, io-uring and nio that works.");

	public static final Knob<Integer> BOSS_THREADS = number("boss-threads", Scope.RESTART, "threads", MAX_THREADS, "1",
			"Number of threads that accept connections. gRPC uses only one.");

	public static final Knob<Integer> WORKER_THREADS = number("worker-threads", Scope.RESTART, "threads", MAX_THREADS,
			"one per processor", "Number of threads that read and write connections.");

	public static final Knob<Integer> WORKER_THREADS_MIN = number("worker-threads.min", Scope.RESTART, "threads",
			MAX_THREADS, "fixed number",
			"Minimum number of active worker threads. Netty adds and removes them by their utilization. Requires "
					+ "worker-threads.max and excludes worker-threads.");

	public static final Knob<Integer> WORKER_THREADS_MAX = number("worker-threads.max", Scope.RESTART, "threads",
			MAX_THREADS, "fixed number",
			"Maximum number of active worker threads. Netty adds and removes them by their utilization. Requires "
					+ "worker-threads.min and excludes worker-threads.");

	public static final Knob<Integer> IO_URING_RING_SIZE = ring("io-uring.ring-size", MAX_RING, "Netty's",
			"Size of the submission queue of each event loop, a power of two. Requires transport=io-uring.");

	public static final Knob<Integer> IO_URING_COMPLETION_QUEUE_SIZE = ring("io-uring.completion-queue-size",
			2 * MAX_RING, "twice the ring size",
			"Size of the completion queue of each event loop, a power of two. Requires io-uring.ring-size.");

	public static final Knob<AllocatorType> ALLOCATOR = choice("allocator", Scope.RESTART, AllocatorType.class,
			"gRPC's own pool",
			"Allocator of the buffers of connections. It is shared by all servers of the JVM that have it.");

	public static final Knob<LeakDetection> LEAK_DETECTION = choice("leak-detection", Scope.LIVE, LeakDetection.class,
			"that of io.netty.leakDetection.level, or simple",
			"Level of Netty's leak detection, which reports buffers that were never released. It costs CPU, and services "
					+ "that allocate no buffers themselves can disable it. The level applies to the whole JVM.");

	public static final Knob<List<String>> LISTEN_ADDRESSES = add("listen-addresses", Scope.RESTART, Format.NAMES,
			String.class, null, (addresses) -> ListenAddress.refusal((List<?>) addresses), "none",
			"Further addresses to listen on, each host:port. They have the same services and the same TLS.");

	public static final Knob<Integer> SOCKET_BACKLOG = number("socket.backlog", Scope.RESTART, "connections",
			Integer.MAX_VALUE, "the system's maximum",
			"Maximum number of established connections that wait to be accepted. The system lowers it to its own "
					+ "maximum.");

	public static final Knob<Boolean> SOCKET_NO_DELAY = flag("socket.no-delay", "true",
			"Whether to send small packets at once (TCP_NODELAY), instead of collecting them while others are "
					+ "unacknowledged.");

	public static final Knob<Integer> SOCKET_RECEIVE_BUFFER_SIZE = size("socket.receive-buffer-size",
			"the system's, which grows",
			"Fixed size of the receive buffer of a connection. Linux doubles it, and limits it by net.core.rmem_max.");

	public static final Knob<Integer> SOCKET_SEND_BUFFER_SIZE = size("socket.send-buffer-size",
			"the system's, which grows",
			"Fixed size of the send buffer of a connection. Linux doubles it, and limits it by net.core.wmem_max.");

	public static final Knob<Duration> SOCKET_USER_TIMEOUT = duration("socket.user-timeout", Scope.RESTART, SHORTEST,
			LONGEST_SOCKET, "24d", "the system's",
			"Time that sent data may stay unacknowledged before the system closes the connection (TCP_USER_TIMEOUT). "
					+ "Requires epoll or io-uring.");

	public static final Knob<Integer> SOCKET_WRITE_WATERMARK_LOW = size("socket.write-watermark.low", "32KB",
			"Buffered outbound data of a connection below which the server hands data to the socket again. "
					+ "Requires socket.write-watermark.high.");

	public static final Knob<Integer> SOCKET_WRITE_WATERMARK_HIGH = size("socket.write-watermark.high", "64KB",
			"Buffered outbound data of a connection at which the server stops handing data to the socket. "
					+ "Requires socket.write-watermark.low.");

	public static final Knob<Integer> FLOW_CONTROL_WINDOW = size("flow-control-window", "1MB that grows",
			"Fixed HTTP/2 flow control window for requests. Excludes initial-flow-control-window.");

	public static final Knob<Integer> INITIAL_FLOW_CONTROL_WINDOW = size("initial-flow-control-window",
			"1MB that grows",
			"Initial HTTP/2 flow control window for requests. It grows with the bandwidth-delay product. Excludes "
					+ "flow-control-window.");

	public static final Knob<Integer> MAX_CONCURRENT_CALLS_PER_CONNECTION = number(
			"max-concurrent-calls-per-connection", Scope.RESTART, "calls", Integer.MAX_VALUE, "unlimited",
			"Maximum number of open calls of a connection. The client queues further calls.");

	public static final Knob<Integer> MAX_INBOUND_MESSAGE_SIZE = size("max-inbound-message-size", "4MB",
			"Maximum size of an inbound message.");

	public static final Knob<Integer> MAX_INBOUND_METADATA_SIZE = size("max-inbound-metadata-size", "8KB",
			"Maximum size of inbound metadata.");

	public static final Knob<Integer> MAX_INBOUND_METADATA_SIZE_SOFT = size("max-inbound-metadata-size.soft",
			"the maximum",
			"Soft limit of inbound metadata. Above it, the server rejects calls at random, the larger the more "
					+ "often. Requires max-inbound-metadata-size.");

	public static final Knob<Integer> MAX_CONNECTIONS = number("max-connections", Scope.NEW_CONNECTIONS, "connections",
			Integer.MAX_VALUE, "unlimited",
			"Maximum number of open connections. The server closes further ones at once. Connections that are "
					+ "draining do not count.");

	public static final Knob<Integer> MAX_CONNECTIONS_PER_ADDRESS = number("max-connections-per-address",
			Scope.NEW_CONNECTIONS, "connections", Integer.MAX_VALUE, "unlimited",
			"Maximum number of open connections from one IP address. Behind a proxy, all clients have its address.");

	public static final Knob<Duration> CONNECTION_HANDSHAKE_TIMEOUT = duration("connection.handshake-timeout",
			Scope.NEW_CONNECTIONS, SHORTEST, GRPC_HANDSHAKE, "2m", "2m, and only for TLS",
			"Time that a client has to finish the TLS handshake and to send the HTTP/2 preface and SETTINGS "
					+ "before the server closes its connection.");

	public static final Knob<Integer> CONNECTION_MAX_RESETS = number("connection.max-resets", Scope.NEW_CONNECTIONS,
			"streams", Integer.MAX_VALUE, "unlimited",
			"Maximum number of RST_STREAM frames, such as cancelled calls, on one connection in the time of "
					+ "connection.max-resets.window. Beyond that, the server closes the connection.");

	public static final Knob<Duration> CONNECTION_MAX_RESETS_WINDOW = duration("connection.max-resets.window",
			Scope.NEW_CONNECTIONS, SHORTEST, "30s",
			"Time in which the RST_STREAM frames of a connection are counted. Requires connection.max-resets.");

	public static final Knob<Integer> CONNECTION_MAX_CONTROL_FRAMES = number("connection.max-control-frames",
			Scope.NEW_CONNECTIONS, "frames", Integer.MAX_VALUE, "unlimited",
			"Maximum number of SETTINGS, PING, PRIORITY and empty DATA frames on one connection in one second. "
					+ "Beyond that, the server closes the connection. With any value, the limit for SETTINGS frames "
					+ "is at most 1,000.");

	public static final Knob<Integer> CONNECTION_MAX_FLOODS = number("connection.max-floods", Scope.NEW_CONNECTIONS,
			"connections", Integer.MAX_VALUE, "unlimited",
			"Maximum number of connections from one IP address that the server closes in one second because of "
					+ "floods of frames. Beyond that, it closes new connections from there at once.");

	public static final Knob<Integer> MAX_RESPONSE_BACKLOG = size("max-response-backlog", Scope.NEW_CONNECTIONS,
			"unlimited",
			"Maximum total size of the responses that the server buffers because clients read slowly. Above it, the "
					+ "server closes the connections that hold most, until the total is below it. A changed maximum "
					+ "applies at once to the connections that were opened while there was one.");

	public static final Knob<Boolean> CONNECTION_COALESCE_WRITES = flag("connection.coalesce-writes",
			Scope.NEW_CONNECTIONS, "false",
			"Whether to copy the buffers of responses into one before they are handed to the socket, which saves CPU. "
					+ "Buffers of more than 1 KB are not copied.");

	public static final Knob<Duration> KEEP_ALIVE_TIME = duration("keep-alive.time", Scope.RESTART, SHORTEST, "2h",
			"Time without traffic after which the server pings a client. gRPC raises it to at least 10 seconds.");

	public static final Knob<Duration> KEEP_ALIVE_TIMEOUT = duration("keep-alive.timeout", Scope.RESTART, SHORTEST,
			"20s", "Time to wait for the answer to a ping before the server closes the connection.");

	public static final Knob<Duration> KEEP_ALIVE_PERMIT_TIME = duration("keep-alive.permit-time", Scope.RESTART,
			Duration.ZERO, "5m",
			"Minimum time between a client's pings. The server closes connections that ping more often.");

	public static final Knob<Boolean> KEEP_ALIVE_PERMIT_WITHOUT_CALLS = flag("keep-alive.permit-without-calls", "false",
			"Whether clients may ping while they have no open call.");

	public static final Knob<Duration> CONNECTION_MAX_IDLE = duration("connection.max-idle", Scope.RESTART, SHORTEST,
			"unlimited", "Time without a call after which the server closes a connection gracefully.");

	public static final Knob<Duration> CONNECTION_MAX_AGE = duration("connection.max-age", Scope.RESTART, SHORTEST,
			"unlimited", "Age at which the server closes a connection gracefully. gRPC varies it by up to 10%.");

	public static final Knob<Duration> CONNECTION_MAX_AGE_GRACE = duration("connection.max-age-grace", Scope.RESTART,
			Duration.ZERO, "unlimited", "Time that open calls have to end after their connection has reached its age.");

	public static final Knob<ExecutorType> EXECUTOR_TYPE = choice("executor.type", Scope.LIVE, ExecutorType.class,
			"gRPC's shared cached pool, or the application's executor",
			"Type of executor that handlers run on. Type direct is the event loop itself. Type adaptive is the event "
					+ "loop for methods with quick handlers, and virtual threads for the others (before Java 21 a cached "
					+ "pool).");

	public static final Knob<Integer> EXECUTOR_THREADS = number("executor.threads", Scope.LIVE, "threads", MAX_THREADS,
			"one per processor",
			"Number of threads of a fork-join or fixed executor. With adaptive, size of the fixed pool for handlers that "
					+ "block.");

	public static final Knob<String> EXECUTOR_THREAD_NAME_PREFIX = add("executor.thread-name-prefix", Scope.LIVE,
			Format.TEXT, String.class, null,
			(prefix) -> ((String) prefix).matches("[\\w .:#/-]{0,64}") ? null
					: "must have at most 64 letters, digits, spaces and the characters . : # / - _.",
			"grpc-server-app-", "Prefix of the names of the executor's threads.");

	public static final Knob<Integer> EXECUTOR_QUEUE_CAPACITY = number("executor.queue-capacity", Scope.LIVE, "tasks",
			Integer.MAX_VALUE, "unlimited",
			"Maximum number of tasks that wait for a thread of the executor, which must have a queue: fixed, fork-join, "
					+ "virtual or adaptive with executor.max-virtual-threads, or adaptive with executor.threads. The "
					+ "server refuses further calls with RESOURCE_EXHAUSTED.");

	public static final Knob<Integer> EXECUTOR_MAX_VIRTUAL_THREADS = number("executor.max-virtual-threads", Scope.LIVE,
			"threads", Integer.MAX_VALUE, "unlimited",
			"Maximum number of virtual threads that an executor of type virtual or adaptive runs at once. Further tasks wait. The "
					+ "main executor, the canary and each route have their own.");

	public static final Knob<Boolean> EXECUTOR_LIVE = flag("executor.live", "true",
			"Whether the executor can be replaced while the server runs. Routes, limits, the canary and "
					+ "separate threads for health checks require it.");

	public static final Knob<List<Route>> EXECUTOR_ROUTES = add("executor.routes", Scope.LIVE, Format.ROUTES,
			Route.class, null, Knobs::anything, "none",
			"Methods with an executor of their own, each with method, type, threads and queue-capacity. The first match "
					+ "applies. Does not apply to health checks and reflection.");

	public static final Knob<ExecutorType> EXECUTOR_CANARY_TYPE = choice("executor.canary.type", Scope.LIVE,
			ExecutorType.class, "no canary", "Type of the canary executor, which runs a share of the calls.");

	public static final Knob<Integer> EXECUTOR_CANARY_THREADS = number("executor.canary.threads", Scope.LIVE, "threads",
			MAX_THREADS, "one per processor", "Number of threads of a fork-join or fixed canary executor.");

	public static final Knob<Double> EXECUTOR_CANARY_SHARE = add("executor.canary.share", Scope.LIVE, Format.FRACTION,
			Double.class, "part of the calls, from 0 to 1",
			(share) -> ((Double) share >= 0 && (Double) share <= 1) ? null : "must be between 0 and 1.", "no canary",
			"Share of the calls without a route that run on the canary executor, from 0 to 1.");

	public static final Knob<Integer> LIMIT_CONCURRENT_CALLS = number("limit.concurrent-calls", Scope.LIVE, "calls",
			Integer.MAX_VALUE, "unlimited",
			"Maximum number of open unary calls of the server. An algorithm never sets a higher limit. The server refuses "
					+ "further calls with RESOURCE_EXHAUSTED.");

	public static final Knob<LimitAlgorithm> LIMIT_ALGORITHM = choice("limit.algorithm", Scope.LIVE,
			LimitAlgorithm.class, "fixed",
			"Algorithm that determines the number of calls that may be open. With throughput, it rises while more open "
					+ "calls bring more answers per second.");

	public static final Knob<Integer> LIMIT_CONCURRENT_STREAMS = number("limit.concurrent-streams", Scope.LIVE,
			"streams", Integer.MAX_VALUE, "unlimited",
			"Maximum number of open streaming calls of the server. These do not count towards "
					+ "limit.concurrent-calls.");

	public static final Knob<List<MethodLimit>> LIMIT_METHODS = add("limit.methods", Scope.LIVE, Format.METHODS,
			MethodLimit.class, null, Knobs::anything, "none",
			"Methods with a limit or a priority of their own, each with method, concurrent-calls and priority. The first "
					+ "match applies.");

	public static final Knob<Boolean> LIMIT_BY_PRIORITY = flag("limit.by-priority", Scope.LIVE, "false",
			"Whether to refuse the least important calls first: low ones at 70% of the limit, normal ones at 90%. The "
					+ "priority comes from limit.methods, otherwise from the header x-priority: critical, normal or low.");

	public static final Knob<Boolean> LIMIT_BY_CLIENT = flag("limit.by-client", Scope.LIVE, "false",
			"Whether to reject a client, known by its IP address, with more open calls than the limit divided by "
					+ "the active clients once 90% of the limit is in use.");

	public static final Knob<Duration> LIMIT_MAX_QUEUE_TIME = duration("limit.max-queue-time", Scope.LIVE, SHORTEST,
			"unlimited",
			"Maximum time that a call waits for a thread. The server rejects calls that waited longer, and calls "
					+ "with less time left than the fastest one of their method took.");

	public static final Knob<QueueDiscipline> LIMIT_QUEUE_DISCIPLINE = choice("limit.queue-discipline", Scope.LIVE,
			QueueDiscipline.class, "fifo",
			"Order in which calls get a thread of a fixed executor. With codel, once the queue has not been empty "
					+ "for limit.max-queue-time, the newest call goes first and a twentieth of that time applies.");

	public static final Knob<Duration> LIMIT_MAX_CALL_AGE = duration("limit.max-call-age", Scope.LIVE, SHORTEST,
			"unlimited", "Time after which the server cancels an open unary call.");

	public static final Knob<Duration> LIMIT_MAX_STREAM_AGE = duration("limit.max-stream-age", Scope.LIVE, SHORTEST,
			"unlimited", "Time after which the server cancels an open streaming call.");

	public static final Knob<Duration> LIMIT_RETRY_PUSHBACK = duration("limit.retry-pushback", Scope.LIVE, SHORTEST,
			"500ms",
			"Mean delay that the trailer grpc-retry-pushback-ms sends to a refused client. Each refusal has a random "
					+ "one between 50% and 150% of it.");

	public static final Knob<List<String>> SERVICES_WITHDRAWN = add("services.withdrawn", Scope.LIVE, Format.NAMES,
			String.class, null,
			(names) -> ((List<?>) names).contains("grpc.health.v1.Health")
					? "names grpc.health.v1.Health, which reports what is withdrawn; leave that out." : null,
			"none", "Full names of services that the server does not offer.");

	public static final Knob<WithdrawnStatus> SERVICES_WITHDRAWN_STATUS = choice("services.withdrawn-status",
			Scope.LIVE, WithdrawnStatus.class, "unimplemented", "Status that calls of withdrawn services end with.");

	public static final Knob<GenerationChange> GENERATION_CHANGE = choice("generation.change", Scope.LIVE,
			GenerationChange.class, "swap",
			"How a new generation of the server takes over: swap starts it before the old one stops, restart "
					+ "after.");

	public static final Knob<Duration> GENERATION_DRAIN_TIMEOUT = duration("generation.drain-timeout", Scope.LIVE,
			Duration.ZERO, "unlimited", "Time that open calls have to end on the old generation of the server.");

	public static final Knob<Integer> GENERATION_MAX_DRAINING = number("generation.max-draining", Scope.LIVE,
			"generations", 1000, "10",
			"Maximum number of old generations that drain at once. Beyond that, the server cancels the calls of "
					+ "the oldest.");

	public static final Knob<Integer> STAGES_SAMPLED_PER_SECOND = number("stages.sampled-per-second", Scope.LIVE,
			"calls", Integer.MAX_VALUE, "none",
			"Number of unary calls per second that report how long they spent in each stage of the server, in the "
					+ "trailer server-timing. Calls are picked at random.");

	public static final Knob<Boolean> METRICS_ENABLED = flag("metrics.enabled", "true",
			"Whether to measure calls, executors, event loops and connections.");

	private Knobs() {
	}

	/** Whether a knob works only if calls pass the dispatch to their executors. */
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
	 * Finds a knob by its name as a property, in a JSON document's or an environment's
	 * spelling, with or without the prefix: {@code executor.type}, {@code executorType},
	 * {@code grpc.tuning.executor.type}.
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
			Function<Object, @Nullable String> bounds, String standard, String description) {
		Knob<T> knob = new Knob<>(name, scope, format, type, unit, bounds, standard, description);
		ALL.add(knob);
		return knob;
	}

	private static Knob<Integer> number(String name, Scope scope, String unit, int max, String standard,
			String description) {
		return add(name, scope, Format.NUMBER, Integer.class, unit, (value) -> bounds((Integer) value, max, ""),
				standard, description);
	}

	private static Knob<Integer> ring(String name, int max, String standard, String description) {
		return add(name, Scope.RESTART, Format.NUMBER, Integer.class, "entries", (value) -> {
			int size = (Integer) value;
			return (size < 1 || size > max || Integer.bitCount(size) != 1)
					? "must be a power of two between 1 and %d.".formatted(max) : null;
		}, standard, description);
	}

	private static Knob<Integer> size(String name, String standard, String description) {
		return size(name, Scope.RESTART, standard, description);
	}

	private static Knob<Integer> size(String name, Scope scope, String standard, String description) {
		return add(name, scope, Format.SIZE, Integer.class, "bytes",
				(value) -> bounds((Long) value, Integer.MAX_VALUE, "B"), standard, description);
	}

	private static Knob<Boolean> flag(String name, String standard, String description) {
		return flag(name, Scope.RESTART, standard, description);
	}

	private static Knob<Boolean> flag(String name, Scope scope, String standard, String description) {
		return add(name, scope, Format.FLAG, Boolean.class, null, Knobs::anything, standard, description);
	}

	private static <T extends Choice> Knob<T> choice(String name, Scope scope, Class<T> type, String standard,
			String description) {
		return add(name, scope, Format.CHOICE, type, null, Knobs::anything, standard, description);
	}

	private static Knob<Duration> duration(String name, Scope scope, Duration least, String standard,
			String description) {
		return duration(name, scope, least, LONGEST, "365d", standard, description);
	}

	private static Knob<Duration> duration(String name, Scope scope, Duration least, Duration most, String mostText,
			String standard, String description) {
		String reason = "must be between %s and %s.".formatted(least.isZero() ? "0s" : "1ms", mostText);
		return add(name, scope, Format.DURATION, Duration.class, "ms",
				(value) -> (((Duration) value).compareTo(least) < 0 || ((Duration) value).compareTo(most) > 0) ? reason
						: null,
				standard, description);
	}

}
