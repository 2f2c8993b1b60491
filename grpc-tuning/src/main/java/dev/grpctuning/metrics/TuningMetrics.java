package dev.grpctuning.metrics;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.EventLoop;

import dev.grpctuning.call.executor.ExecutorFigures;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.ServerParts;
import dev.grpctuning.transport.EventLoopProbe;

/**
 * Meters of the generations. Meters are added and removed with their generation, which a
 * MeterBinder cannot do.
 */
public final class TuningMetrics implements Generations.Listener, TaskTimings.Factory, AutoCloseable {

	private final MeterRegistry registry;

	private final OpenConnections connections;

	private final Map<Integer, GenerationMeters> meters = new ConcurrentHashMap<>();

	private final Map<Integer, Generation> living = new ConcurrentHashMap<>();

	private final EventLoopProbe probe;

	public TuningMetrics(MeterRegistry registry, OpenConnections connections) {
		this.registry = registry;
		this.connections = connections;
		this.probe = new EventLoopProbe(this::loops, this::lag);
	}

	/** Generations that are measured, by their numbers. */
	Map<Integer, Generation> living() {
		return this.living;
	}

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
	public synchronized void started(Generation generation) {
		if (generation.settings().metrics()) {
			this.living.put(generation.number(), generation);
			of(generation.number()).server(generation, this.connections);
			this.probe.start();
		}
	}

	@Override
	public synchronized void ended(Generation generation) {
		this.living.remove(generation.number());
		if (this.living.isEmpty()) {
			// A test may keep an application whose server has stopped.
			this.probe.close();
		}
		GenerationMeters ended = this.meters.remove(generation.number());
		if (ended != null) {
			ended.remove();
		}
	}

	private Collection<EventLoop> loops() {
		Set<EventLoop> loops = new HashSet<>();
		this.living.forEach((number, generation) -> {
			loops.addAll(this.connections.byEventLoop(number).keySet());
			loops.addAll(generation.parts().bossLoops());
		});
		return loops;
	}

	private void lag(EventLoop loop, long nanos) {
		this.living.forEach((number, generation) -> {
			ServerParts parts = generation.parts();
			GenerationMeters target = this.meters.get(number);
			if (target == null) {
				return;
			}
			if (parts.bossLoops().contains(loop)) {
				target.measure(loop, "boss", nanos);
			}
			else if (loop.parent() == parts.workers()) {
				target.measure(loop, "worker", nanos);
			}
		});
	}

	@Override
	public void close() {
		this.probe.close();
	}

}
