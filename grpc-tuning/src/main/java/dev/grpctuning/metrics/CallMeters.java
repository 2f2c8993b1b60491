package dev.grpctuning.metrics;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.grpc.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.trace.CallRecorder;
import dev.grpctuning.guard.Objective;

/**
 * Meters of the calls of a server, with the names of
 * <a href="https://github.com/grpc/proposal/blob/master/A66-otel-stats.md">gRPC's
 * OpenTelemetry metrics</a>. A call looks up only its method, which has all meters. A
 * method that the server does not have counts as {@value #OTHER}, so that clients cannot
 * create meters.
 */
public final class CallMeters implements CallRecorder {

	private static final String OTHER = "other";

	private static final String METHOD = "grpc.method";

	private static final String MISSED = "Calls outside of the objective, because the server failed them or they took longer than their p99";

	private static final Duration[] DURATIONS = Stream
		.of(10, 50, 100, 300, 600, 800, 1000, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 13_000, 16_000, 20_000,
				25_000, 30_000, 40_000, 50_000, 65_000, 80_000, 100_000, 130_000, 160_000, 200_000, 250_000, 300_000,
				400_000, 500_000, 650_000, 800_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000,
				100_000_000)
		.map((micros) -> Duration.ofNanos(micros * 1000L))
		.toArray(Duration[]::new);

	private final MeterRegistry registry;

	private final Map<String, MethodMeters> methods = new ConcurrentHashMap<>();

	private final CallTotals totals;

	public CallMeters(MeterRegistry registry, Objective objective) {
		this.registry = registry;
		this.totals = new CallTotals(objective);
		counter("grpc.tuning.goodput",
				"Calls within the objective: the server did not fail them, and they were not late", CallTotals::good,
				Tags.empty());
		counter("grpc.tuning.objective.missed", MISSED, CallTotals::failed, Tags.of("reason", "failed"));
		counter("grpc.tuning.objective.missed", MISSED, CallTotals::late, Tags.of("reason", "late"));
		Gauge.builder("grpc.tuning.objective.errors", objective, Objective::errors)
			.description("Share of calls that may be outside of the objective, from 0 to 1")
			.strongReference(true)
			.register(registry);
	}

	private void counter(String name, String description, ToDoubleFunction<CallTotals> count, Tags tags) {
		FunctionCounter.builder(name, this.totals, count).description(description).tags(tags).register(this.registry);
	}

	/** Calls of all methods together. */
	public CallTotals totals() {
		return this.totals;
	}

	@Override
	public CallRecorder.Method method(String fullMethodName) {
		MethodMeters known = this.methods.get(fullMethodName);
		return (known != null) ? known : this.methods.computeIfAbsent(fullMethodName, MethodMeters::new);
	}

	@Override
	public CallRecorder.Method unknown() {
		return method(OTHER);
	}

	private final class MethodMeters implements CallRecorder.Method {

		private final String name;

		private final CallTotals.OfMethod totals;

		private final Counter started;

		private final AtomicReferenceArray<@Nullable Ended> byCode = new AtomicReferenceArray<>(
				Status.Code.values().length);

		MethodMeters(String name) {
			this.name = name;
			this.totals = CallMeters.this.totals.method(name);
			this.started = Counter.builder("grpc.server.call.started")
				.description("Calls started, also those that have not ended")
				.tag(METHOD, name)
				.register(CallMeters.this.registry);
		}

		@Override
		public void started() {
			this.started.increment();
		}

		@Override
		public void ended(Status.Code status, long nanos, long receivedBytes, long sentBytes) {
			Ended ended = ended(status);
			this.totals.record(status, nanos);
			ended.duration.record(nanos, TimeUnit.NANOSECONDS);
			ended.received.record(receivedBytes);
			ended.sent.record(sentBytes);
		}

		private Ended ended(Status.Code code) {
			Ended known = this.byCode.get(code.ordinal());
			if (known == null) {
				// The registry returns the same meters to two threads.
				known = new Ended(CallMeters.this.registry, this.name, code.name());
				this.byCode.set(code.ordinal(), known);
			}
			return known;
		}

	}

	private static final class Ended {

		private final Timer duration;

		private final DistributionSummary received;

		private final DistributionSummary sent;

		Ended(MeterRegistry registry, String method, String status) {
			this.duration = Timer.builder("grpc.server.call.duration")
				.description("Time from the start of a call at the server's transport to its end")
				.tags(METHOD, method, "grpc.status", status)
				.serviceLevelObjectives(DURATIONS)
				.register(registry);
			this.received = bytes(registry, "grpc.server.call.rcvd_total_compressed_message_size",
					"Compressed bytes of messages received per call", method, status);
			this.sent = bytes(registry, "grpc.server.call.sent_total_compressed_message_size",
					"Compressed bytes of messages sent per call", method, status);
		}

		private static DistributionSummary bytes(MeterRegistry registry, String name, String description, String method,
				String status) {
			return DistributionSummary.builder(name)
				.description(description)
				.baseUnit("bytes")
				.tags(METHOD, method, "grpc.status", status)
				.register(registry);
		}

	}

}
