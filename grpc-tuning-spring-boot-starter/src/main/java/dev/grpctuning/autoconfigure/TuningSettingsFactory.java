package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.FlowControlWindow;
import dev.grpctuning.GenerationChange;
import dev.grpctuning.GenerationSettings;
import dev.grpctuning.ServerSettings;
import dev.grpctuning.TuningSettings;
import dev.grpctuning.connection.ConnectionSettings;
import dev.grpctuning.executor.CallExecutorsSettings;
import dev.grpctuning.executor.CanarySettings;
import dev.grpctuning.executor.ExecutorSettings;
import dev.grpctuning.executor.ExecutorType;
import dev.grpctuning.executor.HandlerExecutorFactory;
import dev.grpctuning.executor.RouteSettings;
import dev.grpctuning.limit.LimitAlgorithm;
import dev.grpctuning.limit.LimitSettings;
import dev.grpctuning.service.WithdrawnServices;
import dev.grpctuning.service.WithdrawnStatus;
import dev.grpctuning.transport.AutoScaling;
import dev.grpctuning.transport.EventLoopSettings;
import dev.grpctuning.transport.Transport;
import dev.grpctuning.transport.TransportAvailability;

/**
 * Turns the properties into settings and finds everything that cannot work.
 *
 * @param properties what the user set
 * @param workers number of worker threads; the fixed one shares its property's name with
 * the bounds
 * @param availability which transports work on this machine
 * @param handlers knows which executors can be had
 * @param problems where problems are put
 */
record TuningSettingsFactory(GrpcTuningProperties properties, Workers workers, TransportAvailability availability,
		HandlerExecutorFactory handlers, Problems problems) {

	private static final String DEFAULT_THREAD_NAME_PREFIX = "grpc-server-app-";

	// A ForkJoinPool takes no more.
	private static final int MAX_THREADS = 32767;

	private static final Duration SHORTEST = Duration.ofMillis(1);

	TuningSettings create() {
		EventLoopSettings eventLoops = eventLoops();
		FlowControlWindow window = flowControlWindow();
		Integer maxCalls = this.problems.range("max-concurrent-calls-per-connection",
				this.properties.maxConcurrentCallsPerConnection(), Integer.MAX_VALUE);
		ConnectionSettings connections = connections();
		Integer message = this.problems.bytes("max-inbound-message-size", this.properties.maxInboundMessageSize());
		Integer metadata = this.problems.bytes("max-inbound-metadata-size", this.properties.maxInboundMetadataSize());
		LimitSettings limit = limit();
		ExecutorSettings main = executor();
		List<RouteSettings> routes = routes();
		CanarySettings canary = canary(main);
		WithdrawnServices withdrawn = withdrawn();
		Integer maxConnections = this.problems.range("max-connections", this.properties.maxConnections(),
				Integer.MAX_VALUE);
		GenerationSettings generations = generations();
		boolean live = !Boolean.FALSE.equals(this.properties.executor().live());
		boolean decidesOnCalls = limit != null || !routes.isEmpty();
		if (!live) {
			refuseWithoutLive(limit, routes, canary);
		}
		boolean dispatch = live && (main != null || decidesOnCalls);
		boolean tuned = eventLoops != null || window != null || maxCalls != null
				|| !connections.equals(ConnectionSettings.NONE) || message != null || metadata != null || main != null
				|| decidesOnCalls || maxConnections != null || !withdrawn.names().isEmpty();
		CallExecutorsSettings executors = dispatch
				? new CallExecutorsSettings((main != null) ? main : untuned(), routes, canary) : null;
		return new TuningSettings(
				new ServerSettings(eventLoops, window, maxCalls, connections, message, metadata, live ? null : main,
						dispatch, tuned, !Boolean.FALSE.equals(this.properties.metrics().enabled())),
				executors, limit, withdrawn, maxConnections, generations);
	}

	/**
	 * What handlers run on if nothing is tuned, for calls that must pass a limit or a
	 * route before: the application's own executor, or the kind that gRPC has.
	 */
	private ExecutorSettings untuned() {
		ExecutorType type = (this.handlers.application() != null) ? ExecutorType.APPLICATION : ExecutorType.CACHED;
		return new ExecutorSettings(type, Runtime.getRuntime().availableProcessors(), DEFAULT_THREAD_NAME_PREFIX, null);
	}

	private @Nullable EventLoopSettings eventLoops() {
		Transport transport = this.properties.transport();
		Integer bossThreads = this.problems.range("boss-threads", this.properties.bossThreads(), MAX_THREADS);
		Integer workers = this.problems.range("worker-threads", this.workers.number(), MAX_THREADS);
		AutoScaling scaling = autoScaling();
		if (transport == null && bossThreads == null && workers == null && scaling == null) {
			return null;
		}
		Transport resolved = this.availability.resolve((transport != null) ? transport : Transport.AUTO);
		String reason = this.availability.unavailabilityReason(resolved);
		if (reason != null) {
			this.problems.add("transport", resolved.propertyValue(), "does not work here (%s); use one of %s."
				.formatted(reason, Problems.oneOf(this.availability.available().stream(), Transport::propertyValue)));
		}
		return new EventLoopSettings(resolved, (bossThreads != null) ? bossThreads : 1, workers, scaling);
	}

	private @Nullable AutoScaling autoScaling() {
		Integer min = this.problems.range("worker-threads.min", this.workers.min(), MAX_THREADS);
		Integer max = this.problems.range("worker-threads.max", this.workers.max(), MAX_THREADS);
		this.problems.refuse("worker-threads.min", min, max == null,
				"has no effect without worker-threads.max; set both.");
		this.problems.refuse("worker-threads.max", max, min == null,
				"has no effect without worker-threads.min; set both.");
		if (min == null || max == null) {
			return null;
		}
		this.problems.refuse("worker-threads.min", min, min > max,
				"must not be greater than worker-threads.max, which is %d.".formatted(max));
		this.problems.refuse("worker-threads.min", min, this.workers.number() != null,
				"excludes worker-threads; set only one of them.");
		return new AutoScaling(min, max);
	}

	private @Nullable FlowControlWindow flowControlWindow() {
		Integer fixed = this.problems.bytes("flow-control-window", this.properties.flowControlWindow());
		Integer initial = this.problems.bytes("initial-flow-control-window",
				this.properties.initialFlowControlWindow());
		this.problems.refuse("initial-flow-control-window", this.properties.initialFlowControlWindow(),
				fixed != null && initial != null, "excludes flow-control-window; set only one of them.");
		if (fixed != null) {
			return new FlowControlWindow(fixed, true);
		}
		return (initial != null) ? new FlowControlWindow(initial, false) : null;
	}

	private ConnectionSettings connections() {
		GrpcTuningProperties.KeepAlive keepAlive = this.properties.keepAlive();
		GrpcTuningProperties.Connection connection = this.properties.connection();
		Duration maxAge = this.problems.atLeast("connection.max-age", connection.maxAge(), SHORTEST);
		return new ConnectionSettings(this.problems.atLeast("keep-alive.time", keepAlive.time(), SHORTEST),
				this.problems.atLeast("keep-alive.timeout", keepAlive.timeout(), SHORTEST),
				this.problems.atLeast("keep-alive.permit-time", keepAlive.permitTime(), Duration.ZERO),
				keepAlive.permitWithoutCalls(),
				this.problems.atLeast("connection.max-idle", connection.maxIdle(), SHORTEST), maxAge,
				this.problems.atLeast("connection.max-age-grace", connection.maxAgeGrace(), Duration.ZERO));
	}

	private @Nullable ExecutorSettings executor() {
		GrpcTuningProperties.Executor executor = this.properties.executor();
		ExecutorType type = type("executor.type", executor.type());
		Integer threads = this.problems.range("executor.threads", executor.threads(), MAX_THREADS);
		Integer capacity = this.problems.range("executor.queue-capacity", executor.queueCapacity(), Integer.MAX_VALUE);
		String prefix = executor.threadNamePrefix();
		if (type == null) {
			String reason = "has no effect without grpc.tuning.executor.type; set that to one of %s."
				.formatted(types());
			this.problems.refuse("executor.threads", threads, true, reason);
			this.problems.refuse("executor.thread-name-prefix", prefix, true, reason);
			this.problems.refuse("executor.queue-capacity", capacity, true, reason);
			return null;
		}
		refuseQueueOfDirect("executor.queue-capacity", capacity, type);
		if (prefix != null && !prefix.matches("[\\w .:#/-]{0,64}")) {
			this.problems.add("executor.thread-name-prefix", prefix,
					"must have at most 64 letters, digits, spaces and the characters . : # / - _.");
		}
		return new ExecutorSettings(type, (threads != null) ? threads : Runtime.getRuntime().availableProcessors(),
				(prefix != null && !prefix.isEmpty()) ? prefix : DEFAULT_THREAD_NAME_PREFIX, capacity);
	}

	private void refuseQueueOfDirect(String knob, @Nullable Integer capacity, ExecutorType type) {
		this.problems.refuse(knob, capacity, type == ExecutorType.DIRECT,
				"has no effect on direct, which has no queue; set another type.");
	}

	private List<RouteSettings> routes() {
		List<RouteSettings> routes = new ArrayList<>();
		Set<String> methods = new LinkedHashSet<>();
		int index = 0;
		for (GrpcTuningProperties.Route route : this.properties.executor().routes()) {
			String knob = "executor.routes[%d]".formatted(index++);
			String method = route.method();
			ExecutorType type = type(knob + ".type", route.type());
			Integer threads = this.problems.range(knob + ".threads", route.threads(), MAX_THREADS);
			Integer capacity = this.problems.range(knob + ".queue-capacity", route.queueCapacity(), Integer.MAX_VALUE);
			if (method == null || !method.matches("[\\w.*]+/[\\w*]+|\\*")) {
				this.problems.add(knob + ".method", method,
						"must be package.Service/Method, with * for any characters.");
			}
			else if (!methods.add(method)) {
				this.problems.add(knob + ".method", method, "has a route already; remove one of them.");
			}
			else if (type == null) {
				this.problems.add(knob + ".type", null, "must be set to one of %s.".formatted(types()));
			}
			else {
				refuseQueueOfDirect(knob + ".queue-capacity", capacity, type);
				routes.add(new RouteSettings(method,
						new ExecutorSettings(type,
								(threads != null) ? threads : Runtime.getRuntime().availableProcessors(),
								"grpc-server-route-%d-".formatted(index), capacity)));
			}
		}
		return routes;
	}

	private @Nullable CanarySettings canary(@Nullable ExecutorSettings main) {
		GrpcTuningProperties.Canary canary = this.properties.executor().canary();
		ExecutorType type = type("executor.canary.type", canary.type());
		Integer threads = this.problems.range("executor.canary.threads", canary.threads(), MAX_THREADS);
		Double share = canary.share();
		if (share != null && !(share >= 0 && share <= 1)) {
			this.problems.add("executor.canary.share", share, "must be between 0 and 1.");
		}
		this.problems.refuse("executor.canary.type", (type != null) ? type.propertyValue() : null, main == null,
				"has nothing to be compared with; set executor.type.");
		this.problems.refuse("executor.canary.type", (type != null) ? type.propertyValue() : null, share == null,
				"has no effect without executor.canary.share; set that too.");
		this.problems.refuse("executor.canary.share", share, type == null,
				"has no effect without executor.canary.type; set that to one of %s.".formatted(types()));
		this.problems.refuse("executor.canary.threads", threads, type == null,
				"has no effect without executor.canary.type; set that to one of %s.".formatted(types()));
		if (type == null || share == null) {
			return null;
		}
		return new CanarySettings(new ExecutorSettings(type,
				(threads != null) ? threads : Runtime.getRuntime().availableProcessors(), "grpc-server-canary-", null),
				share);
	}

	private @Nullable ExecutorType type(String knob, @Nullable ExecutorType type) {
		if (type == null) {
			return null;
		}
		String reason = this.handlers.unavailabilityReason(type);
		if (reason != null) {
			this.problems.add(knob, type.propertyValue(), "%s; use one of %s.".formatted(reason, types()));
		}
		return type;
	}

	private String types() {
		return Problems.oneOf(this.handlers.available().stream(), ExecutorType::propertyValue);
	}

	private @Nullable LimitSettings limit() {
		GrpcTuningProperties.Limit limit = this.properties.limit();
		Integer calls = this.problems.range("limit.concurrent-calls", limit.concurrentCalls(), Integer.MAX_VALUE);
		LimitAlgorithm algorithm = limit.algorithm();
		this.problems.refuse("limit.algorithm", (algorithm != null) ? algorithm.propertyValue() : null,
				limit.concurrentCalls() == null, "has no effect without limit.concurrent-calls; set that too.");
		return (calls != null) ? new LimitSettings(calls, (algorithm != null) ? algorithm : LimitAlgorithm.FIXED)
				: null;
	}

	private void refuseWithoutLive(@Nullable LimitSettings limit, List<RouteSettings> routes,
			@Nullable CanarySettings canary) {
		String reason = "needs executor.live=true; set that or leave this out.";
		this.problems.refuse("limit.concurrent-calls", this.properties.limit().concurrentCalls(), limit != null,
				reason);
		this.problems.refuse("executor.routes", routes.size(), !routes.isEmpty(), reason);
		this.problems.refuse("executor.canary.share", this.properties.executor().canary().share(), canary != null,
				reason);
		this.problems.refuse("executor.queue-capacity", this.properties.executor().queueCapacity(), true, reason);
	}

	private WithdrawnServices withdrawn() {
		GrpcTuningProperties.Services services = this.properties.services();
		Set<String> names = new LinkedHashSet<>(services.withdrawn());
		if (names.contains("grpc.health.v1.Health")) {
			this.problems.add("services.withdrawn", "grpc.health.v1.Health",
					"names grpc.health.v1.Health, which reports what is withdrawn; leave that out.");
		}
		WithdrawnStatus status = services.withdrawnStatus();
		return new WithdrawnServices(names, (status != null) ? status : WithdrawnStatus.UNIMPLEMENTED);
	}

	private GenerationSettings generations() {
		GrpcTuningProperties.Generation generation = this.properties.generation();
		GenerationChange change = generation.change();
		return new GenerationSettings((change != null) ? change : GenerationChange.SWAP,
				this.problems.atLeast("generation.drain-timeout", generation.drainTimeout(), Duration.ZERO));
	}

	/**
	 * Number of worker threads.
	 *
	 * @param number a fixed number
	 * @param min least number of active ones
	 * @param max greatest number of active ones
	 */
	record Workers(@Nullable Integer number, @Nullable Integer min, @Nullable Integer max) {

	}

}
