package dev.grpctuning.metrics;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.EventLoop;

import dev.grpctuning.call.CallAges;
import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.Refusal;
import dev.grpctuning.call.executor.ExecutorFigures;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.connection.ResponseBacklog;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.ServerParts;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.transport.EventLoopProbe;

/** Meters of the generations, and those that outlive a generation. */
public final class TuningMetrics implements Generations.Listener, TaskTimings.Factory, AutoCloseable {

	private final MeterRegistry registry;

	private final OpenConnections connections;

	private final Map<Integer, GenerationMeters> meters = new ConcurrentHashMap<>();

	private final Map<Integer, Generation> living = new ConcurrentHashMap<>();

	private final EventLoopProbe probe;

	public TuningMetrics(MeterRegistry registry, OpenConnections connections, CallLimits limits, CallAges ages) {
		this.registry = registry;
		this.connections = connections;
		counter("grpc.tuning.connections.accepted", "Connections accepted since the start", connections,
				OpenConnections::accepted);
		counter("grpc.tuning.connections.errors", "Connections that ended because a client broke the rules of HTTP/2",
				connections, OpenConnections::errors);
		for (Knob<?> knob : connections.refusing()) {
			FunctionCounter.builder("grpc.tuning.connections.refused", connections, (each) -> each.refused(knob))
				.description("Connections that a limit rejected or closed. The tag is the knob")
				.tag("limit", knob.name())
				.register(registry);
		}
		Gauge.builder("grpc.tuning.responses.backlog", connections.backlog(), ResponseBacklog::bytes)
			.description(
					"Response bytes that the server buffers because clients read slowly, if max-response-backlog is set")
			.baseUnit("bytes")
			.register(registry);
		for (Refusal reason : Refusal.values()) {
			// The executors count those that their queues refuse.
			if (reason != Refusal.QUEUE) {
				FunctionCounter.builder("grpc.tuning.limit.refused", limits, (each) -> each.refused(reason))
					.description(
							"Calls that a limit refused. Calls that a full queue refused are in grpc.tuning.executor.refused")
					.tag("reason", reason.tag())
					.register(registry);
			}
		}
		for (Knob<?> knob : ages.bounding()) {
			FunctionCounter.builder("grpc.tuning.limit.expired", ages, (each) -> each.expired(knob))
				.description("Calls that the server cancelled because of their age. The tag is the knob")
				.tag("limit", knob.name())
				.register(registry);
		}
		gauge("grpc.tuning.limit.allowed", "Unary calls that may be open now. NaN without a limit", limits,
				TuningMetrics::allowed);
		gauge("grpc.tuning.limit.open",
				"Open unary calls that count against the limit, of all generations, without health checks and reflection",
				limits, (each) -> each.state().open());
		gauge("grpc.tuning.limit.streams", "Open streaming calls", limits, (each) -> each.state().openStreams());
		gauge("grpc.tuning.generation", "Number of the current generation", this.living, TuningMetrics::number);
		gauge("grpc.tuning.generations", "Current generation, and earlier ones that drain", this.living, Map::size);
		this.probe = new EventLoopProbe(this::loops, this::lag);
	}

	private <T> void counter(String name, String description, T object, ToDoubleFunction<T> value) {
		FunctionCounter.builder(name, object, value).description(description).register(this.registry);
	}

	private <T> void gauge(String name, String description, T object, ToDoubleFunction<T> value) {
		Gauge.builder(name, object, value).description(description).register(this.registry);
	}

	private static double allowed(CallLimits limits) {
		Integer allowed = limits.state().allowed();
		return (allowed != null) ? allowed : Double.NaN;
	}

	private static double number(Map<Integer, Generation> living) {
		return living.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
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
				target.lag(loop, "boss", nanos);
				target.cpu(loop, "boss");
			}
			else if (loop.parent() == parts.workers()) {
				target.lag(loop, "worker", nanos);
				target.cpu(loop, "worker");
			}
		});
	}

	@Override
	public void close() {
		this.probe.close();
	}

}
