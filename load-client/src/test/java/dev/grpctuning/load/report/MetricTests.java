package dev.grpctuning.load.report;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.LoadResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link Metric}.
 */
class MetricTests {

	@Test
	void whenFiguresAreRoundedThenTheirStepIsThatOfWhatWasCounted() {
		RunDocument run = run(Samples.answered());
		assertThat(resolution(Metric.THROUGHPUT, run)).as("of 5,000 calls").isEqualTo(1 / 5000.0);
		assertThat(resolution(Metric.P50, run)).as("1,400 µs").isEqualTo(1 / 1400.0);
		assertThat(run.responseTimeMicros().p99()).isEqualTo(123_456);
		assertThat(resolution(Metric.P99, run)).as("a bucket of 64 µs").isCloseTo(64 / 123_456.0, within(1e-9));
		assertThat(resolution(Metric.SERVER_CPU, run)).as("not observed").isZero();
	}

	@Test
	void whenTheServersCpuWasMeasuredThenItsStepIsATickOfTheClock() {
		RunDocument run = RunDocument.of("one", Samples.turns(), Samples.run(Samples.answered()));
		double seconds = run.serverCpuMicrosPerCall() * run.counts().ok() / 1e6;
		assertThat(resolution(Metric.SERVER_CPU, run)).isEqualTo((seconds > 0) ? 0.01 / seconds : 0);
	}

	@Test
	void whenARunDoesNotCountThenNeitherDoesItsStep() {
		assertThat(resolution(Metric.P50, run(Samples.limited()))).isZero();
		assertThat(Metric.THROUGHPUT.resolution(Stream.empty())).isZero();
	}

	private static double resolution(Metric metric, RunDocument run) {
		return metric.resolution(Stream.of(run));
	}

	private static RunDocument run(LoadResult load) {
		return RunDocument.of("one", null, Samples.turns(), load);
	}

}
