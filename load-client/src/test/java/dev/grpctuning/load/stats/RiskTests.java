package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.load.stats.Risk.Look;
import dev.grpctuning.load.stats.Risk.Unit;
import dev.grpctuning.slices.Evidence;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Risk}. The slices' tests simulate the error of batches. */
class RiskTests {

	@Test
	void whenThereWereLooksThenTheLastHasTheRestOfTheError() {
		// Student's distribution with 10 degrees of freedom, from a table.
		assertThat(Risk.of(0.05).critical(Double.NaN, 10)).isCloseTo(2.2281, within(1e-4));
		assertThat(new Risk(Unit.ROUND, Look.LAST, 0.05).critical(11, 10)).isCloseTo(2.3593, within(1e-4));
		assertThat(new Risk(Unit.ROUND, Look.DURING, 0.05).critical(11, 10)).isBetween(3.5, 5.5);
		assertThat(new Risk(Unit.ROUND, Look.DURING, 0.05).critical(2, 1)).isInfinite();
		assertThat(new Risk(Unit.BATCH, Look.DURING, 0.01).critical(90, 89))
			.isEqualTo(new Evidence(0.01).critical(90, 89, false));
	}

	@Test
	void whenNothingIsCountedAfterEachUnitThenAllCountsShareTheError() {
		Risk risk = new Risk(Unit.ROUND, Look.DURING, 0.05);
		double last = new Risk(Unit.ROUND, Look.LAST, 0.05).ofNone(9);
		assertThat(IntStream.range(0, 1000).mapToDouble(risk::ofNone).sum() + last).isCloseTo(0.05, within(1e-4));
		assertThat(Risk.of(0.05).ofNone(3)).isEqualTo(0.05);
	}

	@Test
	void whenBatchesAreAlikeTheirNeighboursThenTheyShowLess() {
		double[] alternating = new double[100];
		Arrays.setAll(alternating, (i) -> 100 + i % 2);
		double[] slow = new double[100];
		Arrays.setAll(slow, (i) -> 100 + i / 5 % 2);
		double[] baseline = new double[100];
		Arrays.fill(baseline, 100);
		assertThat(width(baseline, slow, Unit.BATCH)).isGreaterThan(2 * width(baseline, alternating, Unit.BATCH));
		assertThat(width(baseline, slow, Unit.ROUND)).isCloseTo(width(baseline, alternating, Unit.ROUND), within(1e-9));
	}

	private static double width(double[] baseline, double[] variant, Unit unit) {
		Comparison comparison = new Blocks(List.<double[][]>of(new double[][] { baseline, variant })).compare(0, 1,
				Better.HIGHER, 0, new Risk(unit, Look.LAST, 0.01));
		Interval interval = Objects.requireNonNull(comparison.interval());
		return interval.high() - interval.low();
	}

}
