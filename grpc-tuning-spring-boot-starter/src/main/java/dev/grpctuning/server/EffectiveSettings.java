package dev.grpctuning.lifecycle;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.MoreExecutors;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.concurrent.MultithreadEventExecutorGroup;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.TuningKnob;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.executor.CallExecutorsSettings;
import dev.grpctuning.executor.CanarySettings;
import dev.grpctuning.executor.ExecutorSettings;
import dev.grpctuning.executor.ExecutorType;
import dev.grpctuning.limit.CallLimit;
import dev.grpctuning.limit.LimitSettings;
import dev.grpctuning.service.LiveServices;
import dev.grpctuning.transport.AutoScaling;
import dev.grpctuning.transport.EventLoops;
import dev.grpctuning.transport.Transport;

/**
 * Reads what is in force from the running server and its parts, whatever was configured.
 *
 * @param tuning what has been asked for, for what exists only there
 * @param limit the bound on open calls
 * @param connections the open connections
 * @param services the services
 */
public record EffectiveSettings(Tuning tuning, CallLimit limit, OpenConnections connections, LiveServices services) {

	/**
	 * The value of a knob that is in force in a generation: in the knob's unit, as a
	 * number, text, truth value or list; {@code null} for unlimited, none, or what cannot
	 * be read.
	 */
	public @Nullable Object of(TuningKnob knob, Generation generation) {
		ServerParts parts = generation.parts();
		if (parts == null) {
			return null;
		}
		return switch (knob) {
			case TRANSPORT -> transport(parts);
			case BOSS_THREADS -> threads(parts.boss());
			case WORKER_THREADS -> workerThreads(parts);
			case WORKER_THREADS_MIN -> scaling(generation).map(AutoScaling::minThreads).orElse(null);
			case WORKER_THREADS_MAX -> scaling(generation).map(AutoScaling::maxThreads).orElse(null);
			case FLOW_CONTROL_WINDOW -> window(parts, false);
			case INITIAL_FLOW_CONTROL_WINDOW -> window(parts, true);
			case MAX_CONCURRENT_CALLS_PER_CONNECTION -> bounded(parts, "maxStreamsPerConnection");
			case MAX_INBOUND_MESSAGE_SIZE -> bounded(parts, "maxMessageSize");
			case MAX_INBOUND_METADATA_SIZE -> bounded(parts, "maxHeaderListSize");
			case KEEP_ALIVE_TIME -> millis(parts, "keepAliveTimeInNanos");
			case KEEP_ALIVE_TIMEOUT -> millis(parts, "keepAliveTimeoutInNanos");
			case KEEP_ALIVE_PERMIT_TIME -> millis(parts, "permitKeepAliveTimeInNanos");
			case KEEP_ALIVE_PERMIT_WITHOUT_CALLS -> parts.transport("permitKeepAliveWithoutCalls", Boolean.class);
			case CONNECTION_MAX_IDLE -> millis(parts, "maxConnectionIdleInNanos");
			case CONNECTION_MAX_AGE -> millis(parts, "maxConnectionAgeInNanos");
			case CONNECTION_MAX_AGE_GRACE -> millis(parts, "maxConnectionAgeGraceInNanos");
			case MAX_CONNECTIONS -> this.connections.limit();
			case EXECUTOR_LIVE -> generation.executors() != null;
			case EXECUTOR_TYPE, EXECUTOR_THREADS, EXECUTOR_THREAD_NAME_PREFIX, EXECUTOR_QUEUE_CAPACITY, EXECUTOR_ROUTES,
					EXECUTOR_CANARY_TYPE, EXECUTOR_CANARY_THREADS, EXECUTOR_CANARY_SHARE ->
				executor(knob, generation, parts);
			case LIMIT_CONCURRENT_CALLS -> this.limit.state().allowed();
			case LIMIT_ALGORITHM -> limitAlgorithm();
			case SERVICES_WITHDRAWN -> this.services.withdrawn().names().stream().sorted().toList();
			case SERVICES_WITHDRAWN_STATUS -> this.services.withdrawn().status().propertyValue();
			case GENERATION_CHANGE -> this.tuning.settings().generations().change().propertyValue();
			case GENERATION_DRAIN_TIMEOUT -> millis(this.tuning.settings().generations().drainTimeout());
			case METRICS_ENABLED -> generation.settings().server().metrics();
		};
	}

	private static @Nullable Object transport(ServerParts parts) {
		List<Channel> listeners = parts.listeners();
		if (listeners.isEmpty()) {
			return null;
		}
		Channel listener = listeners.get(0);
		if (listener instanceof NioServerSocketChannel) {
			return Transport.NIO.propertyValue();
		}
		if (listener instanceof EpollServerSocketChannel) {
			return Transport.EPOLL.propertyValue();
		}
		return (listener instanceof IoUringServerSocketChannel) ? Transport.IO_URING.propertyValue()
				: listener.getClass().getSimpleName();
	}

	private static @Nullable Integer threads(@Nullable EventLoopGroup group) {
		return (group instanceof MultithreadEventExecutorGroup threads) ? threads.executorCount() : null;
	}

	private static @Nullable Integer workerThreads(ServerParts parts) {
		return (parts.workers() instanceof MultithreadEventExecutorGroup threads) ? threads.activeExecutorCount()
				: null;
	}

	private static Optional<AutoScaling> scaling(Generation generation) {
		return Optional.ofNullable(generation.eventLoops()).map(EventLoops::autoScaling);
	}

	private static @Nullable Integer window(ServerParts parts, boolean grows) {
		Boolean growing = parts.transport("autoFlowControl", Boolean.class);
		return (growing != null && growing == grows) ? parts.transport("flowControlWindow", Integer.class) : null;
	}

	private static @Nullable Integer bounded(ServerParts parts, String field) {
		Integer value = parts.transport(field, Integer.class);
		return (value != null && value != Integer.MAX_VALUE) ? value : null;
	}

	private static @Nullable Long millis(ServerParts parts, String field) {
		Long nanos = parts.transport(field, Long.class);
		return (nanos != null && nanos != Long.MAX_VALUE) ? TimeUnit.NANOSECONDS.toMillis(nanos) : null;
	}

	private static @Nullable Long millis(@Nullable Duration duration) {
		return (duration != null) ? duration.toMillis() : null;
	}

	private @Nullable String limitAlgorithm() {
		LimitSettings settings = this.limit.state().settings();
		return (settings != null) ? settings.algorithm().propertyValue() : null;
	}

	private static @Nullable Object executor(TuningKnob knob, Generation generation, ServerParts parts) {
		if (generation.executors() != null) {
			return executor(knob, generation.executors().settings());
		}
		Executor executor = parts.executor();
		return switch (knob) {
			case EXECUTOR_TYPE -> (executor != null) ? kind(executor) : null;
			case EXECUTOR_THREADS -> (executor != null) ? size(executor) : null;
			case EXECUTOR_ROUTES -> List.of();
			default -> null;
		};
	}

	private static @Nullable Object executor(TuningKnob knob, CallExecutorsSettings settings) {
		ExecutorSettings main = settings.main();
		CanarySettings canary = settings.canary();
		return switch (knob) {
			case EXECUTOR_TYPE -> main.type().propertyValue();
			case EXECUTOR_THREADS -> sized(main);
			case EXECUTOR_THREAD_NAME_PREFIX -> main.threadNamePrefix();
			case EXECUTOR_QUEUE_CAPACITY -> main.queueCapacity();
			case EXECUTOR_ROUTES -> settings.routes()
				.stream()
				.map((route) -> route.method() + " " + route.executor().type().propertyValue()
						+ ((sized(route.executor()) != null) ? " " + sized(route.executor()) : ""))
				.toList();
			case EXECUTOR_CANARY_TYPE -> (canary != null) ? canary.executor().type().propertyValue() : null;
			case EXECUTOR_CANARY_THREADS -> (canary != null) ? sized(canary.executor()) : null;
			case EXECUTOR_CANARY_SHARE -> (canary != null) ? canary.share() : null;
			default -> null;
		};
	}

	private static @Nullable Integer sized(ExecutorSettings settings) {
		return (settings.type() == ExecutorType.FORK_JOIN || settings.type() == ExecutorType.FIXED) ? settings.threads()
				: null;
	}

	private static String kind(Executor executor) {
		if (executor == MoreExecutors.directExecutor()) {
			return ExecutorType.DIRECT.propertyValue();
		}
		if (executor instanceof ForkJoinPool) {
			return ExecutorType.FORK_JOIN.propertyValue();
		}
		if (executor instanceof ThreadPoolExecutor pool) {
			return ((pool.getMaximumPoolSize() != Integer.MAX_VALUE) ? ExecutorType.FIXED : ExecutorType.CACHED)
				.propertyValue();
		}
		return executor.getClass().getSimpleName().startsWith("Virtual") ? ExecutorType.VIRTUAL.propertyValue()
				: executor.getClass().getSimpleName();
	}

	private static @Nullable Integer size(Executor executor) {
		if (executor instanceof ForkJoinPool pool) {
			return pool.getParallelism();
		}
		return (executor instanceof ThreadPoolExecutor pool && pool.getMaximumPoolSize() != Integer.MAX_VALUE)
				? pool.getMaximumPoolSize() : null;
	}

}
