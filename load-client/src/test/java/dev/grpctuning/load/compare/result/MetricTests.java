package dev.grpctuning.load.compare.result;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.VariantResult.ServerRun;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencyRecorder;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.RunDocument.ObservedLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.metrics.ServerSample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Metric}. */
class MetricTests {

	@Test
	void whenTheServersCpuWasMeasuredThenItsStepIsTwoTicksOfTheClock() {
		ObservedLoad observed = Samples.run(Samples.answered()).last();
		ServerObservation server = new ServerObservation(Objects.requireNonNull(observed.server()).spec(), 1.75, null,
				List.of(cpu(0, 3.5), cpu(1, 5.5)), null, null, null, true, List.of());
		RunDocument run = Samples.document("one",
				new ServerRun(1, new ObservedLoad(observed.plan(), observed.load(), server, observed.client()), null));
		assertThat(run.serverCpuMicrosPerCall()).as("2 s for 5,000 calls").isCloseTo(400, within(1e-9));
		assertThat(resolution(Metric.SERVER_CPU, run)).as("20 ms of 2 s").isCloseTo(0.01, within(1e-9));
	}

	@Test
	void whenThereWereTwoLoadsThenTheRateIsOfTheClosedOneAndAllElseOfTheOpenOne() {
		MeasuredLoad closed = Samples.load(new Counts(5000, 4000, Map.of(), 1000, 0), Map.of(), null, null);
		RunDocument run = Samples.document("one", Samples.twoLoads(closed, Samples.with(latencies(100))));
		assertThat(Metric.THROUGHPUT.of(run)).isEqualTo(2000.4);
		assertThat(resolution(Metric.THROUGHPUT, run)).as("of 4,000 calls of the closed load").isEqualTo(1 / 4000.0);
		assertThat(Metric.P99.of(run)).as("of the open load")
			.isEqualTo(run.load().latencyMicros().response().p99())
			.isLessThan(3000);
		assertThat(Metric.ANSWERED.of(run)).isEqualTo(1);
	}

	@Test
	void whenThereAreTooFewCallsForAPercentileThenItIsMissing() {
		RunDocument few = Samples.document("one", null, Samples.open(), Samples.with(latencies(99)));
		RunDocument enough = Samples.document("one", null, Samples.open(), Samples.with(latencies(100)));
		assertThat(Metric.P99.of(few)).as("would be the maximum").isNaN();
		assertThat(resolution(Metric.P99, few)).isZero();
		assertThat(Metric.P99.of(enough)).isEqualTo(enough.load().latencyMicros().response().p99());
		assertThat(Metric.P50.of(few)).isEqualTo(few.load().latencyMicros().response().p50());
	}

	private static LatencyInterval latencies(int calls) {
		LatencyRecorder recorder = new LatencyRecorder();
		IntStream.range(0, calls).forEach((any) -> recorder.record(-2_000_000, -1_000_000, 0));
		LatencyInterval latencies = new LatencyInterval();
		recorder.drainTo(latencies);
		return latencies;
	}

	private static ServerSample cpu(long seconds, double cpuSeconds) {
		return new ServerSample(Samples.STARTED_NANOS + TimeUnit.SECONDS.toNanos(seconds), cpuSeconds, 0, 0, 1, 1, 0, 0,
				0, 0, null, null);
	}

	@Test
	void whenCallsWereNotAnsweredThenTheirShareIsCompared() {
		RunDocument all = run(Samples.answered());
		RunDocument cancelled = run(Samples.load(new Counts(5000, 4000, Map.of(), 1000, 0), Map.of(), null, null));
		RunDocument refused = run(Samples.load(new Counts(5000, 1960, Map.of("RESOURCE_EXHAUSTED", 2039L), 1000, 1),
				Map.of(), null, null));
		assertThat(Metric.ANSWERED.of(all)).isEqualTo(1);
		assertThat(Metric.ANSWERED.of(cancelled)).as("as the plan has it").isEqualTo(1);
		assertThat(Metric.ANSWERED.of(refused)).isEqualTo(0.49);
		assertThat(resolution(Metric.ANSWERED, refused)).as("one of 4,000 calls")
			.isCloseTo(1 / 4000.0 / 0.49, within(1e-9));
		assertThat(Metric.ANSWERED.tellsApart(Stream.of(all, cancelled).mapToDouble(Metric.ANSWERED::of))).isFalse();
		assertThat(Metric.ANSWERED.tellsApart(Stream.of(all, refused).mapToDouble(Metric.ANSWERED::of))).isTrue();
		assertThat(Metric.P99.tellsApart(Stream.of(all).mapToDouble(Metric.P99::of))).isTrue();
	}

	@Test
	void whenNoCallWasAnsweredThenOnlyTheirShareIsKnown() {
		RunDocument none = run(
				Samples.load(new Counts(5000, 0, Map.of("RESOURCE_EXHAUSTED", 5000L), 0, 0), Map.of(), null, null));
		RunDocument cancelled = run(Samples.load(new Counts(5000, 0, Map.of(), 5000, 0), Map.of(), null, null));
		assertThat(Metric.ANSWERED.of(none)).isZero();
		assertThat(Metric.ANSWERED.tellsApart(Stream.of(none).mapToDouble(Metric.ANSWERED::of))).isTrue();
		assertThat(Metric.ANSWERED.of(cancelled)).as("as the plan has it").isNaN();
		assertThat(Metric.THROUGHPUT.of(none)).isNaN();
		assertThat(Metric.P99.of(none)).isNaN();
	}

	private static double resolution(Metric metric, RunDocument run) {
		return metric.resolution(Stream.of(run));
	}

	private static RunDocument run(MeasuredLoad load) {
		return Samples.document("one", null, Samples.bursts(), load);
	}

}
