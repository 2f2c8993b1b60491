package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Blocks}. */
class BlocksTests {

	/** Three variants in three rounds, as logarithms. The residuals are ±0.1 and ±0.2. */
	private static final double[][] LEFT = { { 0.1, -0.1, 0 }, { -0.2, 0.2, 0 }, { 0.1, -0.1, 0 } };

	@Test
	void whenAllVariantsRanThenTheNoiseIsThatOfAllRuns() {
		Comparison comparison = new Blocks(List.<double[][]>of(block(1.5))).compare(0, 1, Better.HIGHER, 0, 0.05);
		// Sum of squares 0.12 with (3 - 1) (3 - 1) degrees of freedom, twice for a
		// difference.
		double pooled = 2 * 0.12 / 4;
		double own = (0.3 * 0.3 + 0.3 * 0.3) / 2;
		double error = Math.sqrt((own + pooled) / 2 / 3);
		// 97.5 % of Student's distribution with 4 degrees of freedom, from a table.
		double margin = 2.77645 * error;
		assertThat(comparison.ratio()).isCloseTo(1.5, within(1e-9));
		assertThat(comparison.interval()).isNotNull().satisfies((interval) -> {
			assertThat(interval.low()).isCloseTo(1.5 * Math.exp(-margin), within(1e-5));
			assertThat(interval.high()).isCloseTo(1.5 * Math.exp(margin), within(1e-5));
		});
	}

	@Test
	void whenValuesAreMissingThenTheOthersStillShowTheNoise() {
		double[][] block = block(1.5);
		double[][] more = new double[3][];
		Arrays.setAll(more, (row) -> Arrays.copyOf(block[row], 6));
		more[0][3] = 100;
		more[2][4] = Double.NaN;
		// A round with one value, and none in two others, add nothing.
		Comparison comparison = new Blocks(List.<double[][]>of(more)).compare(0, 1, Better.HIGHER, 0, 0.05);
		Comparison complete = new Blocks(List.<double[][]>of(block)).compare(0, 1, Better.HIGHER, 0, 0.05);
		assertThat(comparison.rounds()).isEqualTo(3);
		Interval interval = Objects.requireNonNull(complete.interval());
		assertThat(comparison.interval()).isNotNull().satisfies((it) -> {
			assertThat(it.low()).isCloseTo(interval.low(), within(1e-6));
			assertThat(it.high()).isCloseTo(interval.high(), within(1e-6));
		});
	}

	@Test
	void whenAVariantRanInOtherRoundsThenItTakesNoFreedomFromTheRest() {
		double nan = Double.NaN;
		double[][] pair = { { 100, 210 }, { 130, 190 } };
		double[][] apart = { { 100, 210, nan, nan }, { 130, 190, nan, nan }, { nan, nan, 50, 60 } };
		double[][] further = { { 100, 210, nan, nan }, { 130, 190, nan, nan }, { nan, nan, 50, nan },
				{ nan, nan, nan, 60 } };
		Comparison alone = compare(pair);
		assertThat(alone.interval()).isNotNull();
		assertThat(List.of(compare(apart), compare(further))).containsOnly(alone);
	}

	private static Comparison compare(double[][] block) {
		return new Blocks(List.<double[][]>of(block)).compare(0, 1, Better.HIGHER, 0, 0.05);
	}

	@Test
	void whenAVariantHasNoValuesThenItIsNotMeasuredAndTheOthersAre() {
		double[][] block = block(2);
		block[1] = new double[] { Double.NaN, 0, Double.NaN };
		Blocks blocks = new Blocks(List.<double[][]>of(block));
		assertThat(blocks.compare(0, 1, Better.HIGHER, 0, 0.05).rounds()).isZero();
		assertThat(blocks.compare(0, 2, Better.HIGHER, 0, 0.05).rounds()).isEqualTo(3);
	}

	private static double[][] block(double factor) {
		double[][] block = new double[3][3];
		for (int variant = 0; variant < 3; variant++) {
			for (int round = 0; round < 3; round++) {
				block[variant][round] = 100 * (1 + round) * ((variant == 1) ? factor : 1)
						* Math.exp(LEFT[variant][round]);
			}
		}
		return block;
	}

}
