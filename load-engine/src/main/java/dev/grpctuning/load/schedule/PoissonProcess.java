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
 * Where it is known how many calls are wanted in all, the last block has those that are
 * left, and ends with them: its gaps fill what is left of the time, however little that
 * is. So the number of calls is exact too, and not as random as a part of a block is. The
 * calls after the last one come evenly.
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
	 * How many calls are wanted in all, with a fraction, and how many that are.
	 */
	private final double wanted;

	private final long calls;

	/**
	 * For each call of the block the share of the block that passes before it.
	 */
	private final double[] shares = new double[BLOCK];

	private long block = -1;

	/**
	 * Calls at random.
	 * @param seed seed of what is random
	 * @param wanted how many calls are wanted in all, with a fraction; infinite if there
	 * is no end
	 */
	PoissonProcess(long seed, double wanted) {
		this.mixedSeed = new SplittableRandom(seed).nextLong();
		this.wanted = wanted;
		this.calls = Math.max(1, Math.round(wanted));
	}

	@Override
	public double position(long index) {
		if (index >= this.calls) {
			return Math.max(this.wanted, index);
		}
		long of = index / BLOCK;
		if (of != this.block) {
			draw(of);
		}
		double length = (of == (this.calls - 1) / BLOCK) ? this.wanted - of * (double) BLOCK : BLOCK;
		return of * (double) BLOCK + this.shares[(int) (index % BLOCK)] * length;
	}

	private void draw(long drawn) {
		SplittableRandom random = new SplittableRandom(this.mixedSeed + drawn);
		int size = (int) Math.min(BLOCK, this.calls - drawn * BLOCK);
		double sum = 0;
		for (int i = 0; i < size; i++) {
			this.shares[i] = sum;
			// StrictMath is the same on every machine.
			sum -= StrictMath.log(1 - random.nextDouble());
		}
		for (int i = 0; i < size; i++) {
			this.shares[i] /= sum;
		}
		this.block = drawn;
	}

}
