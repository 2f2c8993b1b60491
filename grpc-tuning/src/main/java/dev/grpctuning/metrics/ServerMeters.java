package dev.grpctuning.metrics;

import java.util.Map;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.Refusal;
import dev.grpctuning.call.trace.CallAges;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.connection.ResponseBacklog;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;

/** Meters that outlive a generation. */
public final class ServerMeters implements MeterBinder {

	private final OpenConnections connections;

	private final CallLimits limits;

	private final CallAges ages;

	private final Map<Integer, Generation> living;

	public ServerMeters(Tuning tuning, TuningMetrics generations) {
		this.connections = tuning.connections();
		this.limits = tuning.limits();
		this.ages = tuning.generations().ages();
		this.living = generations.living();
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		connections(registry);
		limits(registry);
		gauge(registry, "grpc.tuning.generation", "Number of the current generation", this.living,
				ServerMeters::number);
		gauge(registry, "grpc.tuning.generations", "Current generation, and earlier ones that drain", this.living,
				Map::size);
	}

	private void connections(MeterRegistry registry) {
		counter(registry, "grpc.tuning.connections.accepted", "Connections accepted since the start", this.connections,
				OpenConnections::accepted);
		counter(registry, "grpc.tuning.connections.errors",
				"Connections that ended because a client broke the rules of HTTP/2", this.connections,
				OpenConnections::errors);
		for (Knob<?> knob : this.connections.refusing()) {
			counter(registry, "grpc.tuning.connections.refused",
					"Connections that a limit rejected or closed. The tag is the knob", this.connections,
					(each) -> each.refused(knob), "limit", knob.name());
		}
		Gauge.builder("grpc.tuning.responses.backlog", this.connections.backlog(), ResponseBacklog::bytes)
			.description(
					"Response bytes that the server buffers because clients read slowly, if max-response-backlog is set")
			.baseUnit("bytes")
			.register(registry);
	}

	private void limits(MeterRegistry registry) {
		for (Refusal reason : Refusal.values()) {
			// The executors count those that their queues refuse.
			if (reason != Refusal.QUEUE) {
				counter(registry, "grpc.tuning.limit.refused",
						"Calls that a limit refused. Calls that a full queue refused are in grpc.tuning.executor.refused",
						this.limits, (each) -> each.refused(reason), "reason", reason.tag());
			}
		}
		for (Knob<?> knob : this.ages.bounding()) {
			counter(registry, "grpc.tuning.limit.expired",
					"Calls that the server cancelled because of their age. The tag is the knob", this.ages,
					(each) -> each.expired(knob), "limit", knob.name());
		}
		gauge(registry, "grpc.tuning.limit.allowed", "Unary calls that may be open now. NaN without a limit",
				this.limits, ServerMeters::allowed);
		gauge(registry, "grpc.tuning.limit.open",
				"Open unary calls that count against the limit, of all generations, without health checks and reflection",
				this.limits, (each) -> each.state().open());
		gauge(registry, "grpc.tuning.limit.streams", "Open streaming calls", this.limits,
				(each) -> each.state().openStreams());
	}

	private static <T> void counter(MeterRegistry registry, String name, String description, T object,
			ToDoubleFunction<T> value, String... tags) {
		FunctionCounter.builder(name, object, value).description(description).tags(tags).register(registry);
	}

	private static <T> void gauge(MeterRegistry registry, String name, String description, T object,
			ToDoubleFunction<T> value) {
		Gauge.builder(name, object, value).description(description).register(registry);
	}

	private static double allowed(CallLimits limits) {
		Integer allowed = limits.state().allowed();
		return (allowed != null) ? allowed : Double.NaN;
	}

	private static double number(Map<Integer, Generation> living) {
		return living.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
	}

}
