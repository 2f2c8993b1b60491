package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.grpctuning.load.stats.Comparison.Better;

/**
 * Compares the variants of an experiment by one metric. Each workload is a block, with a
 * row for each variant and a value for each round. The first row is the baseline.
 * <p>
 * A few rounds show little of the noise of one pair of variants. With three rounds and
 * many comparisons, Student's t-distribution makes such an interval ten times as wide.
 * But all variants run on one machine in the same minutes, so the noise is estimated from
 * all runs: it is the residual of a two-way analysis of variance, by variant and round,
 * without interaction. The variance of a difference is the largest of
 * <ul>
 * <li>the variance in all blocks,
 * <li>the variance in the block of the pair, and
 * <li>the mean of the variance in that block and the variance of the pair alone.
 * </ul>
 * So a pair or a workload that is noisier than the others has a wider interval. The
 * degrees of freedom are those of all blocks. {@code NoisyExperimentTests} simulates
 * experiments whose variants or workloads differ in noise, and checks the error.
 */
public final class Blocks {

	private final List<double[][]> logarithms;

	private final List<Noise> noises;

	private final Noise all;

	/** Values not above 0, or not a number, are missing ones. */
	public Blocks(List<double[][]> blocks) {
		this.logarithms = blocks.stream()
			.map((block) -> Stream.of(block).map(Blocks::logarithms).toArray(double[][]::new))
			.toList();
		this.noises = this.logarithms.stream().map(Noise::of).toList();
		this.all = this.noises.stream().reduce(Noise.NONE, Noise::plus);
	}

	private static double[] logarithms(double[] values) {
		return Arrays.stream(values)
			.map((value) -> Comparison.isMeasured(value) ? Math.log(value) : Double.NaN)
			.toArray();
	}

	/** Compares after a number of rounds that was set before. */
	public Comparison compare(int block, int variant, Better better, double resolution, double error) {
		return compare(block, variant, better, resolution, Risk.of(error));
	}

	/** Compares a variant with the baseline of its block. */
	public Comparison compare(int block, int variant, Better better, double resolution, Risk risk) {
		double[] baseline = this.logarithms.get(block)[0];
		double[] other = this.logarithms.get(block)[variant];
		int[] rounds = IntStream.range(0, baseline.length)
			.filter((round) -> !Double.isNaN(baseline[round] + other[round]))
			.toArray();
		double[] before = IntStream.of(rounds).mapToDouble((round) -> baseline[round]).toArray();
		double[] after = IntStream.of(rounds).mapToDouble((round) -> other[round]).toArray();
		double pooled = 2 * this.noises.get(block).variance();
		return Comparison.paired(before, after,
				(own) -> Math.max(2 * this.all.variance(), Math.max(pooled, (own + pooled) / 2)), this.all.freedom(),
				better, resolution, risk);
	}

	/**
	 * Noise of the runs of a block.
	 *
	 * @param squares sum of the squared residuals
	 * @param freedom degrees of freedom
	 */
	private record Noise(double squares, int freedom) {

		private static final Noise NONE = new Noise(0, 0);

		private static final int MOST_SWEEPS = 1000;

		private static final double CLOSE = 1e-12;

		double variance() {
			return (this.freedom > 0) ? this.squares / this.freedom : 0;
		}

		Noise plus(Noise other) {
			return new Noise(this.squares + other.squares, this.freedom + other.freedom);
		}

		/**
		 * Takes out the means of variants and of rounds in turn. With a value for each
		 * variant in each round, one sweep is enough. Where some are missing, the sweeps
		 * approach the least squares.
		 */
		static Noise of(double[][] block) {
			double[][] left = Stream.of(block).map(double[]::clone).toArray(double[][]::new);
			int rounds = (left.length != 0) ? left[0].length : 0;
			double moved = Double.MAX_VALUE;
			for (int sweep = 0; moved > CLOSE && sweep < MOST_SWEEPS; sweep++) {
				moved = 0;
				for (double[] row : left) {
					moved = Math.max(moved, center(row));
				}
				for (int round = 0; round < rounds; round++) {
					int at = round;
					double[] column = Stream.of(left).mapToDouble((row) -> row[at]).toArray();
					moved = Math.max(moved, center(column));
					IntStream.range(0, left.length).forEach((row) -> left[row][at] = column[row]);
				}
			}
			int values = 0;
			double squares = 0;
			for (double value : Stream.of(left).flatMapToDouble(Arrays::stream).filter(Double::isFinite).toArray()) {
				values++;
				squares += value * value;
			}
			int[] rows = IntStream.range(0, left.length)
				.filter((row) -> Arrays.stream(left[row]).anyMatch(Double::isFinite))
				.toArray();
			long columns = IntStream.range(0, rounds)
				.filter((round) -> Stream.of(left).anyMatch((row) -> Double.isFinite(row[round])))
				.count();
			int[] parts = parts(left, rounds);
			long apart = IntStream.of(rows).map((row) -> parts[row]).distinct().count();
			return new Noise(squares, (int) (values - rows.length - columns + apart));
		}

		/**
		 * Numbers the parts of a table that have no round in common, by row. In each
		 * part, one mean follows from the others.
		 */
		private static int[] parts(double[][] block, int rounds) {
			int[] parts = IntStream.range(0, block.length).toArray();
			for (int round = 0; round < rounds; round++) {
				int at = round;
				int[] measured = IntStream.range(0, block.length)
					.filter((row) -> Double.isFinite(block[row][at]))
					.toArray();
				for (int row : measured) {
					int one = parts[measured[0]];
					int other = parts[row];
					Arrays.setAll(parts, (i) -> (parts[i] == other) ? one : parts[i]);
				}
			}
			return parts;
		}

		/** Takes the mean from all values, and returns how far that moved them. */
		private static double center(double[] values) {
			double mean = Arrays.stream(values).filter(Double::isFinite).average().orElse(0);
			Arrays.setAll(values, (i) -> values[i] - mean);
			return Math.abs(mean);
		}

	}

}
