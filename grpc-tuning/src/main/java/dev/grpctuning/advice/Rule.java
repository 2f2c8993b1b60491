package dev.grpctuning.advice;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.advice.Findings.Traffic;
import dev.grpctuning.call.ForeignAnswers;
import dev.grpctuning.call.Refusal;
import dev.grpctuning.call.adaptive.MethodPlace.MethodState;
import dev.grpctuning.connection.LoopLoad;
import dev.grpctuning.connection.UnreadyWrites;
import dev.grpctuning.observe.Cause;
import dev.grpctuning.observe.LargeMessages;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

enum Rule {

	UNREADABLE((findings) -> findings.unreadable().isEmpty() ? null : new Advice("grpc-java",
			"a version without " + String.join(", ", findings.unreadable()),
			"values in force that depend on these are not shown, and the server may restart instead of being swapped",
			"a version that grpc-tuning supports", null)),
	BOSS_THREADS((findings) -> {
		Integer boss = findings.number(Knobs.BOSS_THREADS);
		return (boss != null && boss > 1) ? advice(Knobs.BOSS_THREADS, boss + " boss threads",
				"gRPC accepts connections on one of them; the others never start", "1, or leave it out") : null;
	}),

	WORKER_THREADS((findings) -> {
		Integer workers = findings.number(Knobs.WORKER_THREADS);
		int processors = findings.jvm().processors();
		return (workers != null && workers > processors)
				? advice(Knobs.WORKER_THREADS, workers + " worker threads on " + processors + " processors",
						"an event loop waits for nothing but sockets, so that more of them only take turns",
						processors + " or fewer")
				: null;
	}),

	KEEP_ALIVE_FLOOR((findings) -> {
		Duration time = (findings.set().apply(Knobs.KEEP_ALIVE_TIME) instanceof Long millis) ? Duration.ofMillis(millis)
				: findings.frameworkKeepAlive();
		return (time != null && isRaised(time)) ? advice(Knobs.KEEP_ALIVE_TIME, time.toMillis() + " ms",
				"gRPC raises it to 10s, so pings are less frequent than configured", "10s or more") : null;
	}),

	FIXED_WINDOW((findings) -> {
		Integer window = findings.number(Knobs.FLOW_CONTROL_WINDOW);
		return (window != null) ? advice(Knobs.FLOW_CONTROL_WINDOW, "fixed window of " + count(window) + " bytes",
				"it turned off gRPC's measuring of bandwidth and delay: on a long or fast path the client waits for the window",
				"initial-flow-control-window, unless the memory of each connection must be bounded") : null;
	}),

	AGE_WITHOUT_GRACE(
			(findings) -> (findings.has(Knobs.CONNECTION_MAX_AGE) && !findings.has(Knobs.CONNECTION_MAX_AGE_GRACE))
					? advice(Knobs.CONNECTION_MAX_AGE,
							"age of " + findings.effective().apply(Knobs.CONNECTION_MAX_AGE) + " ms without grace",
							"a call that does not end keeps its connection for good, whatever its age",
							"connection.max-age-grace")
					: null),

	UNBOUNDED_CALLS((findings) -> (!findings.executor().equals("direct")
			&& !findings.has(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION) && !findings.has(Knobs.LIMIT_CONCURRENT_CALLS)
			&& !findings.has(Knobs.EXECUTOR_QUEUE_CAPACITY))
					? advice(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION,
							"unlimited calls for %s %s executor with an unlimited queue"
								.formatted(findings.executor().startsWith("a") ? "an" : "a", findings.executor()),
							"calls that come faster than they are handled wait in the heap until it is full",
							"max-concurrent-calls-per-connection or limit.concurrent-calls")
					: null),

	BLOCKED_EVENT_LOOP(Cause.EVENT_LOOP_BLOCKED,
			(findings) -> findings.blocked()
				.filter((blocked) -> Set.of("direct", "application").contains(findings.executor()))
				.map((blocked) -> advice(Knobs.EXECUTOR_TYPE,
						"%s, and %s was in %s for %d ms or more at %s".formatted(findings.executor(), blocked.thread(),
								blocked.method(), blocked.atLeast().toMillis(), blocked.at()),
						"a handler that waits or computes for long holds up every connection of its event loop",
						"fork-join or virtual, or a route for that method"))
				.orElse(null)),

	THREADS_WITHOUT_EFFECT((findings) -> {
		String threads = findings.configured().apply(Knobs.EXECUTOR_THREADS);
		return (threads != null && Set.of("direct", "cached", "virtual").contains(findings.executor()))
				? advice(Knobs.EXECUTOR_THREADS, threads + " threads of a " + findings.executor() + " executor",
						"an executor of this type has as many threads as it needs", "leave it out, or another type")
				: null;
	}),

	WITHDRAWN_UNKNOWN((findings) -> {
		List<String> unknown = (findings.effective().apply(Knobs.SERVICES_WITHDRAWN) instanceof List<?> names)
				? names.stream().map(String::valueOf).filter((name) -> !findings.services().contains(name)).toList()
				: List.of();
		return unknown.isEmpty() ? null : advice(Knobs.SERVICES_WITHDRAWN, String.join(", ", unknown),
				"the server has no such service", "one of " + String.join(", ", findings.services()));
	}),

	OVERRIDDEN((findings) -> Stream
		.of(Knobs.WORKER_THREADS, Knobs.WORKER_THREADS_MAX, Knobs.TRANSPORT, Knobs.FLOW_CONTROL_WINDOW,
				Knobs.INITIAL_FLOW_CONTROL_WINDOW, Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION,
				Knobs.MAX_INBOUND_MESSAGE_SIZE, Knobs.MAX_INBOUND_METADATA_SIZE, Knobs.CONNECTION_MAX_IDLE,
				Knobs.CONNECTION_MAX_AGE, Knobs.CONNECTION_MAX_AGE_GRACE)
		.filter((knob) -> findings.unreadable().isEmpty() && findings.configured().apply(knob) != null
				&& findings.set().apply(knob) != null
				&& !Objects.equals(findings.set().apply(knob), findings.effective().apply(knob)))
		.findFirst()
		.map((knob) -> advice(knob,
				"%s is configured and %s in force".formatted(findings.configured().apply(knob),
						Objects.requireNonNullElse(findings.effective().apply(knob), "no value")),
				"a configurer of the application sets it after grpc.tuning does", "it in one place only"))
		.orElse(null)),

	REFUSED_CALLS(Cause.REFUSED_BY_THE_LIMIT, (findings) -> {
		Refusal reason = Arrays.stream(Refusal.values())
			.filter((each) -> each.knob() != null)
			.max(Comparator.comparing(findings.figures().refused()))
			.orElseThrow();
		long refused = findings.figures().refused().apply(reason);
		Knob<?> knob = reason.knob();
		return (knob != null && findings.figures().isMany(refused))
				? advice(knob, count(refused) + " calls refused since the start",
						"clients send more than the server answers, or the limit is lower than it needs to be",
						"a higher limit if processors and heap have room; otherwise send fewer calls or add a server")
				: null;
	}),

	FIFO_UNDER_OVERLOAD(Cause.QUEUEING_IN_THE_EXECUTOR, (findings) -> {
		long refused = findings.figures().refused().apply(Refusal.QUEUE_TIME);
		return (findings.figures().isMany(refused) && findings.executor().equals("fixed")
				&& "fifo".equals(findings.effective().apply(Knobs.LIMIT_QUEUE_DISCIPLINE))) ? advice(
						Knobs.LIMIT_QUEUE_DISCIPLINE,
						count(refused) + " calls waited too long for a thread since the start",
						"in a FIFO queue that is always full, answered calls wait almost as long as refused ones",
						"codel") : null;
	}),

	LONG_WAITS(Cause.QUEUEING_IN_THE_EXECUTOR, (findings) -> {
		double waited = findings.figures().longestWaitMillis();
		return (waited >= 1000 && !findings.has(Knobs.LIMIT_MAX_QUEUE_TIME))
				? advice(Knobs.LIMIT_MAX_QUEUE_TIME, "a task waited " + count(Math.round(waited)) + " ms for a thread",
						"the server works on calls whose clients may no longer wait for them",
						"the longest wait that is useful to clients, such as 500ms")
				: null;
	}),

	REFUSED_CONNECTIONS(closed(Knobs.MAX_CONNECTIONS, "the calls of these clients fail or wait until others leave",
			"a higher number, or connection.max-idle to close unused ones")),

	REFUSED_CONNECTIONS_OF_AN_ADDRESS(
			closed(Knobs.MAX_CONNECTIONS_PER_ADDRESS, "behind a proxy or NAT, all clients have the same address",
					"a higher number, or leave it out behind a proxy")),

	CLOSED_FOR_RESETS(closed(Knobs.CONNECTION_MAX_RESETS,
			"clients whose deadlines often expire look like an attack, and lose all calls of the connection",
			"a higher number if these are your clients, and longer deadlines in them")),

	CLOSED_FOR_CONTROL_FRAMES(closed(Knobs.CONNECTION_MAX_CONTROL_FRAMES,
			"this is an attack, or a client that sends many more pings or settings than gRPC's own",
			"a higher number if these are your clients")),

	CLOSED_FOR_BACKLOG(closed(Knobs.MAX_RESPONSE_BACKLOG, "clients read more slowly than the server responds",
			"a larger size if memory has room; in streams, send only while the client is ready")),

	EXPIRED_CALLS((findings) -> {
		long expired = findings.figures().expired();
		return findings.figures().isMany(expired) ? advice(Knobs.LIMIT_MAX_CALL_AGE,
				count(expired) + " calls cancelled because of their age since the start",
				"handlers take that long, or wait for something that never arrives",
				"a longer time if calls may take it; otherwise a timeout in the handler") : null;
	}),

	UNBOUNDED_RESPONSES((findings) -> {
		long megabytes = findings.jvm().maxHeapBytes() >> 20;
		return (megabytes < 1024 && !findings.has(Knobs.MAX_RESPONSE_BACKLOG))
				? advice(Knobs.MAX_RESPONSE_BACKLOG, "unlimited buffered responses in " + megabytes + " MB of heap",
						"one client that does not read its responses can fill the memory",
						"a part of the heap, such as " + Math.max(1, megabytes / 8) + "MB")
				: null;
	}),

	G1_ON_A_TINY_HEAP((findings) -> {
		long megabytes = findings.jvm().maxHeapBytes() >> 20;
		return (findings.jvm().g1() && megabytes < 256) ? new Advice("jvm.collector",
				"G1 on a heap of " + megabytes + " MB",
				"it divides the heap into regions of 1 MB or more and needs many of them; its threads and tables "
						+ "cost more than they save",
				"-XX:+UseSerialGC or -XX:+UseParallelGC", Cause.GC) : null;
	}),

	HEAD_OF_LINE(Cause.EVENT_LOOP_BLOCKED, (findings) -> {
		LargeMessages.Held longest = findings.traffic().longest();
		long held = findings.traffic().held();
		return (longest != null && held >= 10) ? advice(Knobs.EXECUTOR_ROUTES,
				"%s messages of 256 KB or more held up an event loop for 5 ms or more, one of %s with %s bytes for %s ms"
					.formatted(count(held), longest.method(), count(longest.bytes()),
							count(longest.nanos() / 1_000_000)),
				"the other calls of the event loop wait while it parses, handles and serializes a large message",
				"a route of type fork-join for that method, or send a stream of smaller messages") : null;
	}),

	IGNORED_IS_READY((findings) -> {
		UnreadyWrites.Waiting most = findings.traffic().unready();
		return (most != null) ? advice(Knobs.MAX_RESPONSE_BACKLOG,
				"%s streams wrote 1 MB or more while their client was not ready, one of %s %s MB"
					.formatted(count(findings.traffic().unreadyStreams()), most.method(), count(most.bytes() >> 20)),
				"the server buffers these responses, because the handler does not check isReady or an interceptor hides it",
				"a size such as 64MB, write only while isReady, and let interceptors pass on isReady and onReady")
				: null;
	}),

	OWN_THREADS((findings) -> {
		ForeignAnswers.Most most = findings.traffic().foreign();
		return (most != null
				&& findings.figures().isMany(most.calls()) && findings.set().apply(Knobs.EXECUTOR_TYPE) != null
				&& !findings.executor().equals("application")) ? advice(
						Knobs.EXECUTOR_TYPE,
						"%s calls of %s that another thread answered after the handler had returned, one of them %s"
							.formatted(count(most.calls()), most.method(), most.thread()),
						"a handler with threads of its own, such as a Kotlin coroutine, does not work on this executor",
						"the dispatcher or the pool of the handler") : null;
	}),

	IMBALANCE(Cause.ONE_EVENT_LOOP_SATURATED, (findings) -> {
		Traffic traffic = findings.traffic();
		LoopLoad busiest = traffic.loads().stream().max(Comparator.comparingDouble(LoopLoad::perSecond)).orElse(null);
		double all = traffic.loads().stream().mapToDouble(LoopLoad::perSecond).sum();
		return (busiest != null && traffic.loops() > 1 && busiest.calls() >= 10_000 && busiest.perSecond() >= 100
				&& busiest.perSecond() >= imbalance(traffic.loops()) * all)
						? advice(Knobs.CONNECTION_MAX_AGE,
								"%.0f %% of the calls on one of %d event loops, which has %d of %d connections"
									.formatted(100 * busiest.perSecond() / all, traffic.loops(), busiest.connections(),
											connections(traffic.loads())),
								"an event loop uses one processor at most, and the others have little to do",
								"a value such as 10m to spread connections again, or several channels in the client "
										+ "that sends most calls")
						: null;
	}),

	ALTERNATING_METHOD(Cause.EVENT_LOOP_BLOCKED,
			(findings) -> findings.traffic()
				.methods()
				.stream()
				.filter((method) -> method.departures() >= 5)
				.max(Comparator.comparingInt(MethodState::departures))
				.map((method) -> advice(Knobs.EXECUTOR_ROUTES,
						"%s was too slow for the event loops %d times".formatted(method.method(), method.departures()),
						"its handler blocks sometimes, and then delays the other calls of the event loop",
						"a route of another type for that method"))
				.orElse(null)),

	ONE_SIDED((findings) -> {
		List<MethodState> methods = findings.traffic()
			.methods()
			.stream()
			.filter((method) -> !method.method().startsWith("grpc."))
			.toList();
		long direct = methods.stream().filter(MethodState::direct).count();
		if (!findings.executor().equals("adaptive") || findings.figures().calls() < 10_000 || methods.isEmpty()
				|| (direct != 0 && direct != methods.size())) {
			return null;
		}
		return (direct != 0)
				? advice(Knobs.EXECUTOR_TYPE, "adaptive, and all methods run on the event loops",
						"measuring costs CPU time without a benefit if handlers never block", "direct")
				: advice(Knobs.EXECUTOR_TYPE, "adaptive, and no method runs on the event loops",
						"measuring costs CPU time without a benefit if handlers always block",
						"virtual, or fixed with executor.threads");
	});

	private static final int CLOSED = 10;

	private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

	private final @Nullable Cause cause;

	private final Function<Findings, @Nullable Advice> check;

	Rule(Function<Findings, @Nullable Advice> check) {
		this(null, check);
	}

	Rule(@Nullable Cause cause, Function<Findings, @Nullable Advice> check) {
		this.cause = cause;
		this.check = check;
	}

	static List<Advice> check(Findings findings) {
		return Arrays.stream(values())
			.map((rule) -> because(rule.cause, rule.check.apply(findings)))
			.filter(Objects::nonNull)
			.toList();
	}

	private static @Nullable Advice because(@Nullable Cause cause, @Nullable Advice advice) {
		return (cause == null || advice == null) ? advice
				: new Advice(advice.knob(), advice.found(), advice.reason(), advice.set(), cause);
	}

	/** Advises on a knob that has closed or refused a number of connections. */
	private static Function<Findings, @Nullable Advice> closed(Knob<?> knob, String reason, String set) {
		return (findings) -> {
			long closed = findings.figures().closed().apply(knob);
			return (closed >= CLOSED) ? advice(knob, count(closed) + " connections closed since the start", reason, set)
					: null;
		};
	}

	private static Advice advice(Knob<?> knob, String found, String reason, String set) {
		return new Advice(knob.name(), found, reason, set, null);
	}

	/** A number in a readable form. */
	private static String count(long number) {
		return String.format(Locale.ROOT, "%,d", number);
	}

	private static boolean isRaised(Duration keepAlive) {
		return keepAlive.compareTo(KEEP_ALIVE) < 0;
	}

	/**
	 * Share of the calls above which an event loop is too busy: twice its equal share.
	 * With few loops, the mean of its equal share and 1.
	 */
	private static double imbalance(int loops) {
		return Math.min(2.0 / loops, (1 + 1.0 / loops) / 2);
	}

	private static int connections(Collection<LoopLoad> loads) {
		return loads.stream().mapToInt(LoopLoad::connections).sum();
	}

}
