package dev.grpctuning.metrics;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Meters of the calls of a server, with the names of
 * <a href="https://github.com/grpc/proposal/blob/master/A66-otel-stats.md">gRPC's
 * OpenTelemetry metrics</a>. A call looks up only its method, which keeps its meters. A
 * method that the server does not have counts as {@value #OTHER}, so that clients cannot
 * create meters.
 */
public final class CallMeters extends ServerStreamTracer.Factory {

	private static final String OTHER = "other";

	private static final String METHOD = "grpc.method";

	private static final Duration[] DURATIONS = Stream
		.of(10, 50, 100, 300, 600, 800, 1000, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 13_000, 16_000, 20_000,
				25_000, 30_000, 40_000, 50_000, 65_000, 80_000, 100_000, 130_000, 160_000, 200_000, 250_000, 300_000,
				400_000, 500_000, 650_000, 800_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000,
				100_000_000)
		.map((micros) -> Duration.ofNanos(micros * 1000L))
		.toArray(Duration[]::new);

	private final MeterRegistry registry;

	private final Map<String, Method> methods = new ConcurrentHashMap<>();

	private final CallTotals totals = new CallTotals();

	public CallMeters(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
		return new Tracer(this);
	}

	/** Calls of all methods together. */
	public CallTotals totals() {
		return this.totals;
	}

	private Method method(String name) {
		Method known = this.methods.get(name);
		return (known != null) ? known : this.methods.computeIfAbsent(name, (each) -> new Method(each, this.registry));
	}

	/**
	 * Measures one call. Only its event loop and its executor use it, one at a time or
	 * not at all.
	 */
	private static final class Tracer extends ServerStreamTracer {

		private final CallMeters meters;

		private final long startedNanos = System.nanoTime();

		private volatile @Nullable Method method;

		private long receivedBytes;

		private long sentBytes;

		Tracer(CallMeters meters) {
			this.meters = meters;
		}

		/** Called for methods that exist. */
		@Override
		public void serverCallStarted(ServerCallInfo<?, ?> callInfo) {
			Method started = this.meters.method(callInfo.getMethodDescriptor().getFullMethodName());
			this.method = started;
			started.started.increment();
		}

		@Override
		public void inboundWireSize(long bytes) {
			this.receivedBytes += bytes;
		}

		@Override
		public void outboundWireSize(long bytes) {
			this.sentBytes += bytes;
		}

		@Override
		public void streamClosed(Status status) {
			Method known = this.method;
			Ended ended = ((known != null) ? known : this.meters.method(OTHER)).ended(status.getCode());
			long nanos = System.nanoTime() - this.startedNanos;
			this.meters.totals.record(status.getCode(), nanos);
			ended.duration.record(nanos, TimeUnit.NANOSECONDS);
			ended.received.record(this.receivedBytes);
			ended.sent.record(this.sentBytes);
		}

	}

	private static final class Method {

		private final String name;

		private final MeterRegistry registry;

		private final Counter started;

		private final AtomicReferenceArray<@Nullable Ended> byCode = new AtomicReferenceArray<>(
				Status.Code.values().length);

		Method(String name, MeterRegistry registry) {
			this.name = name;
			this.registry = registry;
			this.started = Counter.builder("grpc.server.call.started")
				.description("Calls started, also those that have not ended")
				.tag(METHOD, name)
				.register(registry);
		}

		Ended ended(Status.Code code) {
			Ended known = this.byCode.get(code.ordinal());
			if (known == null) {
				// The registry returns the same meters to two threads.
				known = new Ended(this.registry, this.name, code.name());
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
