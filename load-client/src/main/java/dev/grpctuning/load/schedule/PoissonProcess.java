package dev.grpctuning.load.schedule;

import java.util.SplittableRandom;

import dev.grpctuning.load.schedule.RateArrivals.UnitProcess;

/**
 * Calls at random distances with an exact total rate of 1.
 * <p>
 * The calls come in blocks of {@value #BLOCK}. Block {@code k} begins at
 * {@code k * BLOCK}, whatever the blocks before it hold, so that a position can be
 * computed without them and the rate never drifts. Inside a block the gaps are
 * exponential, {@code -ln(1 - u)}, and scaled so that they fill it: a Poisson process of
 * which one knows that a call comes with the beginning of each block. The distribution of
 * a gap is that of {@code 1 - (1 - x)^(BLOCK - 1)}, which differs from the exponential
 * one by at most 0.03 %. What this takes away is that the number of calls varies between
 * stretches of time much longer than a block.
 * <p>
 * Each block has random numbers of its own, from the seed and the block's number; the
 * seed is mixed first, so that neighbouring seeds do not share their blocks. The block
 * that was asked for last is kept; this is why an object must not be used by several
 * threads, though what it returns depends on seed and index only.
 */
final class PoissonProcess implements UnitProcess {

	private static final int BLOCK = 1024;

	private final long mixedSeed;

	/**
	 * For each call of the block the share of the block that passes before it.
	 */
	private final double[] shares = new double[BLOCK];

	private long block = -1;

	PoissonProcess(long seed) {
		this.mixedSeed = new SplittableRandom(seed).nextLong();
	}

	@Override
	public double position(long index) {
		long wanted = index / BLOCK;
		if (wanted != this.block) {
			draw(wanted);
		}
		return (wanted + this.shares[(int) (index % BLOCK)]) * BLOCK;
	}

	private void draw(long wanted) {
		SplittableRandom random = new SplittableRandom(this.mixedSeed + wanted);
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
