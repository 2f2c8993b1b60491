package dev.grpctuning.metrics;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.EventLoop;

import dev.grpctuning.call.CallLimit;
import dev.grpctuning.call.executor.ExecutorFigures;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.ServerParts;
import dev.grpctuning.transport.EventLoopProbe;

/**
 * Meters of the generations, and those that outlive a generation.
 */
public final class TuningMetrics implements Generations.Listener, TaskTimings.Factory, AutoCloseable {

	private final MeterRegistry registry;

	private final OpenConnections connections;

	private final Map<Integer, GenerationMeters> meters = new ConcurrentHashMap<>();

	private final Map<Integer, Generation> living = new ConcurrentHashMap<>();

	private final EventLoopProbe probe;

	/**
	 * Registers the meters of all generations and starts the probe.
	 */
	public TuningMetrics(MeterRegistry registry, OpenConnections connections, CallLimit limit) {
		this.registry = registry;
		this.connections = connections;
		FunctionCounter.builder("grpc.tuning.connections.accepted", connections, OpenConnections::accepted)
			.description("Connections that were accepted")
			.register(registry);
		FunctionCounter.builder("grpc.tuning.connections.refused", connections, OpenConnections::refused)
			.description("Connections that were closed at once because of max-connections")
			.register(registry);
		FunctionCounter.builder("grpc.tuning.limit.refused", limit, (each) -> each.state().refused())
			.description("Calls that were refused because of limit.concurrent-calls")
			.register(registry);
		Gauge.builder("grpc.tuning.limit.allowed", limit, TuningMetrics::allowed)
			.description("Calls that may be open now; not a number if they are not limited")
			.register(registry);
		Gauge.builder("grpc.tuning.limit.open", limit, (each) -> each.state().open())
			.description("Calls that the limit counts as open")
			.register(registry);
		Gauge.builder("grpc.tuning.generation", this.living, TuningMetrics::number)
			.description("Number of the generation that serves")
			.register(registry);
		Gauge.builder("grpc.tuning.generations", this.living, Map::size)
			.description("Generations that serve or whose last calls have not ended")
			.register(registry);
		this.probe = new EventLoopProbe(this::loops, this::lag);
	}

	private static double allowed(CallLimit limit) {
		Integer allowed = limit.state().allowed();
		return (allowed != null) ? allowed : Double.NaN;
	}

	private static double number(Map<Integer, Generation> living) {
		return living.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
	}

	/**
	 * Measures how late the event loops run their tasks.
	 */
	public EventLoopProbe probe() {
		return this.probe;
	}

	@Override
	public TaskTimings create(int generation, String executor, ExecutorFigures figures) {
		return of(generation).executor(executor, figures);
	}

	private GenerationMeters of(int generation) {
		return this.meters.computeIfAbsent(generation, (number) -> new GenerationMeters(this.registry, number));
	}

	@Override
	public void started(Generation generation) {
		if (generation.settings().metrics()) {
			this.living.put(generation.number(), generation);
			of(generation.number()).server(generation, this.connections);
		}
	}

	@Override
	public void ended(Generation generation) {
		this.living.remove(generation.number());
		GenerationMeters ended = this.meters.remove(generation.number());
		if (ended != null) {
			ended.remove();
		}
	}

	private Collection<EventLoop> loops() {
		Set<EventLoop> loops = new HashSet<>();
		this.living.forEach((number, generation) -> {
			loops.addAll(this.connections.byEventLoop(number).keySet());
			ServerParts parts = generation.parts();
			if (parts != null) {
				loops.addAll(parts.bossLoops());
			}
		});
		return loops;
	}

	private void lag(EventLoop loop, long nanos) {
		this.living.forEach((number, generation) -> {
			ServerParts parts = generation.parts();
			GenerationMeters target = this.meters.get(number);
			if (parts == null || target == null) {
				return;
			}
			if (parts.bossLoops().contains(loop)) {
				target.lag(loop, "boss", nanos);
			}
			else if (loop.parent() == parts.workers()) {
				target.lag(loop, "worker", nanos);
			}
		});
	}

	@Override
	public void close() {
		this.probe.close();
	}

}
