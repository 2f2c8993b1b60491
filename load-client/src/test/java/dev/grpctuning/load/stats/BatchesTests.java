package dev.grpctuning.load.stats;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.stats.Precision.PercentileInterval;
import dev.grpctuning.load.stats.Precision.PercentileInterval.Missing;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Batches}. */
class BatchesTests {

	private static final double ERROR = 0.05;

	private static final int RUNS = 200;

	private static final int PER_SECOND = 200;

	/** With the seeds as they are, the same runs each time. */
	@ParameterizedTest
	@CsvSource({ "INDEPENDENT, P90, 20", "INDEPENDENT, P99, 60", "INDEPENDENT, P999, 120", "AUTOREGRESSIVE, P90, 20",
			"AUTOREGRESSIVE, P99, 60", "WITH_PAUSES, P50, 20", "WITH_PAUSES, P90, 20", "WITH_PAUSES, P99, 60" })
	void whenManyRunsAreSimulatedThenTheIntervalHoldsTheTruthInNineteenOfTwenty(SimulatedCalls kind,
			LatencyFigure figure, int seconds) {
		double truth = kind.truth(figure, PER_SECOND);
		int held = 0;
		int given = 0;
		for (int run = 0; run < RUNS; run++) {
			Interval interval = run(kind, run, seconds).percentile(figure, ERROR).interval();
			given += (interval != null) ? 1 : 0;
			held += (interval != null && SimulatedCalls.holds(interval, truth)) ? 1 : 0;
		}
		assertThat(given).isGreaterThan(RUNS * 9 / 10);
		assertThat((double) held / given).isBetween(0.92, 0.99);
	}

	/** So the naive interval, from a binomial distribution of all calls, is wrong. */
	@Test
	void whenPausesHitManyCallsThenTheyAreAsGoodAsFewerIndependentOnes() {
		double independent = run(SimulatedCalls.INDEPENDENT, 1, 60).percentile(LatencyFigure.P99, ERROR)
			.independentCalls();
		double paused = run(SimulatedCalls.WITH_PAUSES, 1, 60).percentile(LatencyFigure.P99, ERROR).independentCalls();
		assertThat(independent).isBetween(0.5 * 60 * PER_SECOND, 1.0 * 60 * PER_SECOND);
		assertThat(paused).isLessThan(0.5 * 60 * PER_SECOND);
	}

	@Test
	void whenEvenTheSlowestCallMayBeFasterThenThereIsNoInterval() {
		// 0.99^367 is above 0.025, and 0.99^368 below.
		assertThat(equal(367, 5).percentile(LatencyFigure.P99, ERROR))
			.isEqualTo(new PercentileInterval("p99", 1000, 367, null, Missing.TOO_FEW_CALLS));
		assertThat(equal(368, 5).percentile(LatencyFigure.P99, ERROR).interval()).isEqualTo(new Interval(1000, 1000));
		assertThat(equal(368, 5).percentile(LatencyFigure.P999, ERROR).missing()).isEqualTo(Missing.TOO_FEW_CALLS);
	}

	@Test
	void whenTheSlowCallsAreThoseOfOnePauseThenThereIsNoInterval() {
		Batches batches = new Batches();
		for (int second = 0; second < 30; second++) {
			Histogram micros = new Histogram(3);
			micros.recordValueWithCount(1000, 1000);
			if (second == 7) {
				micros.recordValueWithCount(50_000, 600);
			}
			batches.add(micros, 1);
		}
		assertThat(batches.percentile(LatencyFigure.P99, ERROR).missing()).isEqualTo(Missing.CALLS_TOGETHER);
		assertThat(batches.percentile(LatencyFigure.P50, ERROR).interval()).isEqualTo(new Interval(1000, 1000));
	}

	@Test
	void whenARunIsShortThenThereIsNoInterval() {
		Batches batches = equal(40_000, 4);
		assertThat(batches.percentile(LatencyFigure.P50, ERROR).missing()).isEqualTo(Missing.TOO_SHORT);
		assertThat(batches.rate(ERROR)).isNull();
	}

	@Test
	void whenARunIsLongThenItsPercentilesAreThoseOfAllCalls() {
		Batches batches = new Batches();
		Histogram all = new Histogram(3);
		DoubleSupplier calls = SimulatedCalls.INDEPENDENT.calls(new SplittableRandom(5), 100);
		for (int second = 0; second < 333; second++) {
			Histogram micros = SimulatedCalls.second(calls, 100);
			all.add(micros);
			batches.add(micros, 1);
		}
		batches.add(new Histogram(3), 0.1);
		PercentileInterval p90 = batches.percentile(LatencyFigure.P90, ERROR);
		assertThat(p90.micros()).isEqualTo(all.getValueAtPercentile(90));
		assertThat(p90.share()).isBetween(0.005, 0.03);
		assertThat(batches.seconds()).isCloseTo(333.1, within(1e-6));
	}

	private static Batches run(SimulatedCalls kind, int seed, int seconds) {
		DoubleSupplier calls = kind.calls(new SplittableRandom(1000L * seed + seconds), PER_SECOND);
		Batches batches = new Batches();
		for (int second = 0; second < seconds; second++) {
			batches.add(SimulatedCalls.second(calls, PER_SECOND), 1);
		}
		return batches;
	}

	/** Calls that all took one millisecond. */
	private static Batches equal(long calls, int seconds) {
		Batches batches = new Batches();
		for (int second = 0; second < seconds; second++) {
			Histogram micros = new Histogram(3);
			micros.recordValueWithCount(1000, calls / seconds + ((second < calls % seconds) ? 1 : 0));
			batches.add(micros, 1);
		}
		return batches;
	}

}
