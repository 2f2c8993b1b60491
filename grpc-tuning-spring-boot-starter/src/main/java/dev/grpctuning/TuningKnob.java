package dev.grpctuning;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * One setting of the server, named as its property without {@code grpc.tuning.}.
 */
public enum TuningKnob {

	/** {@code transport}. */
	TRANSPORT("transport", KnobScope.RESTART, null),

	/** {@code boss-threads}. */
	BOSS_THREADS("boss-threads", KnobScope.RESTART, "threads"),

	/** {@code worker-threads}. */
	WORKER_THREADS("worker-threads", KnobScope.RESTART, "threads"),

	/** {@code worker-threads.min}. */
	WORKER_THREADS_MIN("worker-threads.min", KnobScope.RESTART, "threads"),

	/** {@code worker-threads.max}. */
	WORKER_THREADS_MAX("worker-threads.max", KnobScope.RESTART, "threads"),

	/** {@code flow-control-window}. */
	FLOW_CONTROL_WINDOW("flow-control-window", KnobScope.RESTART, "bytes"),

	/** {@code initial-flow-control-window}. */
	INITIAL_FLOW_CONTROL_WINDOW("initial-flow-control-window", KnobScope.RESTART, "bytes"),

	/** {@code max-concurrent-calls-per-connection}. */
	MAX_CONCURRENT_CALLS_PER_CONNECTION("max-concurrent-calls-per-connection", KnobScope.RESTART, "calls"),

	/** {@code max-inbound-message-size}. */
	MAX_INBOUND_MESSAGE_SIZE("max-inbound-message-size", KnobScope.RESTART, "bytes"),

	/** {@code max-inbound-metadata-size}. */
	MAX_INBOUND_METADATA_SIZE("max-inbound-metadata-size", KnobScope.RESTART, "bytes"),

	/** {@code max-connections}. */
	MAX_CONNECTIONS("max-connections", KnobScope.NEW_CONNECTIONS, "connections"),

	/** {@code keep-alive.time}. */
	KEEP_ALIVE_TIME("keep-alive.time", KnobScope.RESTART, "ms"),

	/** {@code keep-alive.timeout}. */
	KEEP_ALIVE_TIMEOUT("keep-alive.timeout", KnobScope.RESTART, "ms"),

	/** {@code keep-alive.permit-time}. */
	KEEP_ALIVE_PERMIT_TIME("keep-alive.permit-time", KnobScope.RESTART, "ms"),

	/** {@code keep-alive.permit-without-calls}. */
	KEEP_ALIVE_PERMIT_WITHOUT_CALLS("keep-alive.permit-without-calls", KnobScope.RESTART, null),

	/** {@code connection.max-idle}. */
	CONNECTION_MAX_IDLE("connection.max-idle", KnobScope.RESTART, "ms"),

	/** {@code connection.max-age}. */
	CONNECTION_MAX_AGE("connection.max-age", KnobScope.RESTART, "ms"),

	/** {@code connection.max-age-grace}. */
	CONNECTION_MAX_AGE_GRACE("connection.max-age-grace", KnobScope.RESTART, "ms"),

	/** {@code executor.type}. */
	EXECUTOR_TYPE("executor.type", KnobScope.LIVE, null),

	/** {@code executor.threads}. */
	EXECUTOR_THREADS("executor.threads", KnobScope.LIVE, "threads"),

	/** {@code executor.thread-name-prefix}. */
	EXECUTOR_THREAD_NAME_PREFIX("executor.thread-name-prefix", KnobScope.LIVE, null),

	/** {@code executor.queue-capacity}. */
	EXECUTOR_QUEUE_CAPACITY("executor.queue-capacity", KnobScope.LIVE, "tasks"),

	/** {@code executor.live}. */
	EXECUTOR_LIVE("executor.live", KnobScope.RESTART, null),

	/** {@code executor.routes}. */
	EXECUTOR_ROUTES("executor.routes", KnobScope.LIVE, null),

	/** {@code executor.canary.type}. */
	EXECUTOR_CANARY_TYPE("executor.canary.type", KnobScope.LIVE, null),

	/** {@code executor.canary.threads}. */
	EXECUTOR_CANARY_THREADS("executor.canary.threads", KnobScope.LIVE, "threads"),

	/** {@code executor.canary.share}. */
	EXECUTOR_CANARY_SHARE("executor.canary.share", KnobScope.LIVE, "part of the calls, from 0 to 1"),

	/** {@code limit.concurrent-calls}. */
	LIMIT_CONCURRENT_CALLS("limit.concurrent-calls", KnobScope.LIVE, "calls"),

	/** {@code limit.algorithm}. */
	LIMIT_ALGORITHM("limit.algorithm", KnobScope.LIVE, null),

	/** {@code services.withdrawn}. */
	SERVICES_WITHDRAWN("services.withdrawn", KnobScope.LIVE, null),

	/** {@code services.withdrawn-status}. */
	SERVICES_WITHDRAWN_STATUS("services.withdrawn-status", KnobScope.LIVE, null),

	/** {@code generation.change}. */
	GENERATION_CHANGE("generation.change", KnobScope.LIVE, null),

	/** {@code generation.drain-timeout}. */
	GENERATION_DRAIN_TIMEOUT("generation.drain-timeout", KnobScope.LIVE, "ms"),

	/** {@code metrics.enabled}. */
	METRICS_ENABLED("metrics.enabled", KnobScope.RESTART, null);

	/** What the names of properties begin with. */
	public static final String PREFIX = "grpc.tuning.";

	private final String propertyName;

	private final KnobScope scope;

	private final @Nullable String unit;

	TuningKnob(String propertyName, KnobScope scope, @Nullable String unit) {
		this.propertyName = propertyName;
		this.scope = scope;
		this.unit = unit;
	}

	/**
	 * Name of the property without its prefix.
	 */
	public String propertyName() {
		return this.propertyName;
	}

	/**
	 * On what a change acts.
	 */
	public KnobScope scope() {
		return this.scope;
	}

	/**
	 * Unit of the value in force, {@code null} if it has none.
	 */
	public @Nullable String unit() {
		return this.unit;
	}

	/**
	 * Finds a knob by its name as a property, in a JSON document's or an environment's
	 * spelling, with or without the prefix: {@code executor.type}, {@code executorType},
	 * {@code grpc.tuning.executor.type}. {@code maxConcurrentCalls} is the limit of the
	 * whole server.
	 */
	public static Optional<TuningKnob> find(String name) {
		String wanted = uniform(name);
		if (wanted.startsWith("grpctuning")) {
			wanted = wanted.substring("grpctuning".length());
		}
		if (wanted.equals("maxconcurrentcalls")) {
			return Optional.of(LIMIT_CONCURRENT_CALLS);
		}
		String uniform = wanted;
		return Arrays.stream(values()).filter((knob) -> uniform(knob.propertyName).equals(uniform)).findFirst();
	}

	/**
	 * Names of all knobs.
	 */
	public static List<String> names() {
		return Arrays.stream(values()).map(TuningKnob::propertyName).toList();
	}

	private static String uniform(String name) {
		return name.replaceAll("[^\\p{Alnum}]", "").toLowerCase(Locale.ROOT);
	}

}
