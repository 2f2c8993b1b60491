package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.CallExecutorsSettings.CanarySettings;
import dev.grpctuning.settings.value.CallExecutorsSettings.RouteSettings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.MethodPattern;

/**
 * Executors of one generation, replaced while calls run. New calls run on the new
 * executor; open calls end on the old one, which is then closed. Safe for use by several
 * threads.
 */
public final class CallExecutors {

	public static final String MAIN = "main";

	public static final String CANARY = "canary";

	/** A handler may work on after its client has gone; it is interrupted only then. */
	private static final Duration RETIREMENT = Duration.ofMinutes(10);

	private static final int MAX_RETIRED = 10;

	/**
	 * Platform threads, because handlers that compute may hold all carriers of virtual
	 * ones. They are started when they are needed, and end when they are idle.
	 */
	private static final ExecutorSettings HEALTH = ExecutorSettings.of(ExecutorType.FORK_JOIN, 16,
			"grpc-server-health-", null);

	private static final ExecutorSettings HANDSHAKES = ExecutorSettings.of(ExecutorType.FORK_JOIN, null,
			"grpc-server-handshake-", null);

	private final HandlerExecutorFactory factory;

	private final BiFunction<String, ExecutorFigures, TaskTimings> timings;

	private final Runnable onOutOfMemory;

	/** Runs health checks and reflection, which must not wait for other handlers. */
	private final CallExecutor health;

	/**
	 * Runs TLS handshakes, so that handlers and handshakes do not wait for each other.
	 */
	private final HandlerExecutor handshakes;

	private final Map<String, Measured> measured = new ConcurrentHashMap<>();

	private final Queue<CallExecutor> retired = new ConcurrentLinkedQueue<>();

	/** Replaced executors that settings need again soon. */
	private volatile List<CallExecutor> spare = List.of();

	private boolean keepsReplaced;

	/** Calls of routes and canaries that are gone. */
	private long callsOfOthers;

	private volatile Table table;

	public CallExecutors(CallExecutorsSettings settings, HandlerExecutorFactory factory,
			BiFunction<String, ExecutorFigures, TaskTimings> timings, Runnable onOutOfMemory) {
		this.factory = factory;
		this.timings = timings;
		this.onOutOfMemory = onOutOfMemory;
		this.health = new CallExecutor("health", HEALTH, factory.create(HEALTH), new ExecutorFigures(),
				TaskTimings.NONE, this::runLate, onOutOfMemory);
		this.handshakes = factory.create(HANDSHAKES);
		this.table = table(settings, List.of());
	}

	/** Chooses the executor of a call; {@link CallExecutor#ended} must end the call. */
	public Entered enter(String fullMethodName, boolean unary) {
		while (true) {
			CallExecutor executor = MethodPattern.isHealth(fullMethodName) ? this.health
					: this.table.choose(fullMethodName);
			MethodPlace place = executor.place(fullMethodName);
			// The handler of an open stream may become slow.
			boolean onLoop = executor.isDirect(unary ? place : null);
			// A call on its event loop does not keep the executor's threads alive.
			if (onLoop || executor.enter()) {
				return new Entered(executor, place, onLoop);
			}
		}
	}

	public synchronized void update(CallExecutorsSettings settings) {
		List<CallExecutor> present = Stream.concat(this.table.byName().values().stream(), this.spare.stream()).toList();
		Table next = table(settings, present);
		this.table = next;
		this.spare = present.stream().filter((executor) -> !next.byName().containsValue(executor)).toList();
		if (!this.keepsReplaced) {
			this.spare.forEach(this::retire);
			this.spare = List.of();
		}
	}

	/**
	 * Sets whether executors that are replaced are kept for settings that need them
	 * again. Otherwise they are retired, at the next update.
	 */
	public synchronized void keepReplaced(boolean keep) {
		this.keepsReplaced = keep;
	}

	public CallExecutorsSettings settings() {
		return this.table.settings();
	}

	/** Type of the main executor while none is set. */
	public ExecutorType untuned() {
		return this.factory.untuned();
	}

	/** States of the executors that take calls: main, canary, and the routes in order. */
	public List<ExecutorState> states() {
		return this.table.byName().values().stream().map(CallExecutor::state).toList();
	}

	/**
	 * Number of accepted calls, also of executors that are gone, without health checks.
	 */
	public synchronized long calls() {
		return this.callsOfOthers + this.measured.values().stream().mapToLong((each) -> each.figures().calls()).sum();
	}

	/** Durations of an executor by its name, {@code null} if none are recorded. */
	public TaskTimings.@Nullable Durations durations(String executor) {
		Measured known = this.measured.get(executor);
		return (known != null) ? known.timings().durations() : null;
	}

	/** Number of replaced executors that still have calls. */
	public int retiring() {
		return this.retired.size();
	}

	private Table table(CallExecutorsSettings settings, List<CallExecutor> present) {
		Map<String, CallExecutor> byName = new LinkedHashMap<>();
		CallExecutor main = executor(MAIN, settings.main(), present);
		byName.put(MAIN, main);
		CanarySettings canary = settings.canary();
		if (canary != null) {
			byName.put(CANARY, executor(CANARY, canary.executor(), present));
		}
		for (RouteSettings route : settings.routes()) {
			byName.put(route.method(), executor(route.method(), route.executor(), present));
		}
		return new Table(settings, main, byName.get(CANARY), byName, new ConcurrentHashMap<>());
	}

	private CallExecutor executor(String name, ExecutorSettings settings, List<CallExecutor> present) {
		for (CallExecutor existing : present) {
			if (existing.name().equals(name) && existing.settings().hasThreadsOf(settings)) {
				existing.settings(settings);
				if (this.spare.contains(existing)) {
					existing.showMethods();
				}
				return existing;
			}
		}
		Measured figures = this.measured.computeIfAbsent(name, this::measure);
		figures.timings().hideMethods();
		return new CallExecutor(name, settings, this.factory.create(settings), figures.figures(), figures.timings(),
				this::runLate, this.onOutOfMemory);
	}

	private Measured measure(String name) {
		ExecutorFigures figures = new ExecutorFigures();
		return new Measured(figures, this.timings.apply(name, figures));
	}

	private void retire(CallExecutor executor) {
		this.retired.add(executor);
		executor.retire(() -> {
			Thread closer = new Thread(() -> {
				executor.end(RETIREMENT);
				this.retired.remove(executor);
				forgetUnused();
			}, "grpc-server-executor-closer");
			closer.setDaemon(true);
			closer.start();
		});
		// Tasks that the oldest still get run on the main executor.
		this.retired.stream().limit(Math.max(0, this.retired.size() - MAX_RETIRED)).forEach(CallExecutor::close);
	}

	/** Removes the meters of routes that are gone, whose calls have ended. */
	private synchronized void forgetUnused() {
		this.measured.entrySet().removeIf((entry) -> {
			String name = entry.getKey();
			boolean unused = !this.table.byName().containsKey(name)
					&& Stream.concat(this.retired.stream(), this.spare.stream())
						.noneMatch((executor) -> executor.name().equals(name));
			if (unused) {
				entry.getValue().timings().close();
				this.callsOfOthers += entry.getValue().figures().calls();
			}
			return unused;
		});
	}

	/** Runs a task of a call that has ended. */
	public void runLate(Runnable task) {
		for (CallExecutor executor : List.of(this.table.main(), this.health)) {
			try {
				executor.threads().executor().execute(task);
				return;
			}
			catch (RejectedExecutionException ex) {
				// An executor of the application's may be full.
			}
		}
		task.run();
	}

	/** Runs a task of a TLS handshake. */
	public void shakeHands(Runnable task) {
		this.handshakes.executor().execute(task);
	}

	public boolean close(Duration grace) {
		List<CallExecutor> all = new ArrayList<>(this.table.byName().values());
		all.addAll(this.spare);
		all.addAll(this.retired);
		all.add(this.health);
		return this.handshakes.close(grace)
				& all.parallelStream().map((executor) -> executor.end(grace)).allMatch(Boolean::booleanValue);
	}

	/**
	 * Where a call runs.
	 *
	 * @param place measures its handler, {@code null} unless the executor is adaptive
	 * @param onLoop whether all of it runs on its event loop
	 */
	public record Entered(CallExecutor executor, @Nullable MethodPlace place, boolean onLoop) {

		/** Leaves the executor without a call. */
		public void exit() {
			if (!this.onLoop) {
				this.executor.exit();
			}
		}

	}

	private record Measured(ExecutorFigures figures, TaskTimings timings) {

	}

	private record Table(CallExecutorsSettings settings, CallExecutor main, @Nullable CallExecutor canary,
			Map<String, CallExecutor> byName, Map<String, CallExecutor> byMethod) {

		CallExecutor choose(String fullMethodName) {
			if (!this.settings.routes().isEmpty()) {
				CallExecutor routed = this.byMethod.computeIfAbsent(fullMethodName, this::route);
				if (routed != this.main) {
					return routed;
				}
			}
			CanarySettings candidate = this.settings.canary();
			if (this.canary != null && candidate != null
					&& ThreadLocalRandom.current().nextDouble() < candidate.share()) {
				return this.canary;
			}
			return this.main;
		}

		private CallExecutor route(String fullMethodName) {
			return this.settings.routes()
				.stream()
				.filter((route) -> route.matches(fullMethodName))
				.findFirst()
				.map((route) -> this.byName.get(route.method()))
				.orElse(this.main);
		}

	}

}
