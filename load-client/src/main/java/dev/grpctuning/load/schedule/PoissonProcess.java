package dev.grpctuning.load.schedule;

import java.util.SplittableRandom;

/**
 * Calls at random distances with an exact total rate.
 * <p>
 * The calls come in blocks of {@value #BLOCK}. Block {@code k} begins at
 * {@code k * BLOCK / rate}, whatever the blocks before it hold, so that a due time can be
 * computed without them and the rate never drifts. Inside a block the gaps are
 * exponential, {@code -ln(1 - u)}, and scaled so that they fill it: a Poisson process of
 * which one knows that a call comes with the beginning of each block. The distribution of
 * a gap is that of {@code 1 - (1 - x)^(BLOCK - 1)}, which differs from the exponential
 * one by at most 0.03 %. What this takes away is that the number of calls varies between
 * stretches of time much longer than a block.
 * <p>
 * Each block has random numbers of its own, from the seed and the block's number. The
 * block that was asked for last is kept; this is why an object must not be used by
 * several threads, though what it returns depends on rate, seed and index only.
 */
final class PoissonArrivals implements ArrivalSchedule {

	private static final int BLOCK = 1024;

	private final double callsPerSecond;

	private final long seed;

	/**
	 * For each call of the block the share of the block that passes before it.
	 */
	private final double[] shares = new double[BLOCK];

	private long block = -1;

	PoissonArrivals(double callsPerSecond, long seed) {
		this.callsPerSecond = callsPerSecond;
		this.seed = seed;
	}

	@Override
	public long dueNanos(long index) {
		if (index < 0) {
			throw new IllegalArgumentException("index: " + index + " (expected: >= 0)");
		}
		long wanted = index / BLOCK;
		if (wanted != this.block) {
			draw(wanted);
		}
		double calls = (wanted + this.shares[(int) (index % BLOCK)]) * BLOCK;
		return Math.round(calls / this.callsPerSecond * 1e9);
	}

	private void draw(long wanted) {
		SplittableRandom random = new SplittableRandom(this.seed + wanted);
		double sum = 0;
		for (int i = 0; i < BLOCK; i++) {
			this.shares[i] = sum;
			// StrictMath is the same on every machine.
			sum -= StrictMath.log(1 - random.nextDouble());
		}
		for (int i = 0; i < BLOCK; i++) {
			this.shares[i] /= sum;
		}
		this.block = wanted;
	}

}
