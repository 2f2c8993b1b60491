package dev.grpctuning.benchmark;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/**
 * The meters of calls that gRPC specifies, as a developer would record those of a single
 * method that always succeeds.
 */
final class MeasuredCalls extends ServerStreamTracer.Factory {

	private final MeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

	private final LongAdder open = new LongAdder();

	private final Counter started = this.registry.counter("grpc.server.call.started");

	private final Timer duration = Timer.builder("grpc.server.call.duration")
		.serviceLevelObjectives(LongStream.range(0, 40)
			.mapToObj((step) -> Duration.ofNanos((long) (10_000 * Math.pow(1.5, step))))
			.toArray(Duration[]::new))
		.register(this.registry);

	private final DistributionSummary received = bytes("grpc.server.call.rcvd_total_compressed_message_size");

	private final DistributionSummary sent = bytes("grpc.server.call.sent_total_compressed_message_size");

	private DistributionSummary bytes(String name) {
		return DistributionSummary.builder(name).baseUnit("bytes").register(this.registry);
	}

	@Override
	public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
		return new Call();
	}

	private final class Call extends ServerStreamTracer {

		private final long arrivedNanos = System.nanoTime();

		private long receivedBytes;

		private long sentBytes;

		@Override
		public void serverCallStarted(ServerCallInfo<?, ?> callInfo) {
			MeasuredCalls.this.open.increment();
			MeasuredCalls.this.started.increment();
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
			MeasuredCalls.this.open.decrement();
			MeasuredCalls.this.duration.record(System.nanoTime() - this.arrivedNanos, TimeUnit.NANOSECONDS);
			MeasuredCalls.this.received.record(this.receivedBytes);
			MeasuredCalls.this.sent.record(this.sentBytes);
		}

	}

}
