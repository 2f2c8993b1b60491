package dev.grpctuning.load.schedule;

import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;

/**
 * Calls at random distances with an exact total rate of 1.
 * <p>
 * The calls come in blocks of {@value #BLOCK}. Block {@code k} begins at {@code k *
 * BLOCK}, so that a position needs no earlier block and the rate never drifts. The gaps
 * in a block are exponential, {@code -ln(1 - u)}, and scaled to fill it: a Poisson
 * process that is known to have a call at the beginning of each block. The distribution
 * of a gap is {@code 1 - (1 - x)^(BLOCK - 1)}, which differs from the exponential one by
 * at most 0.03 %. In return, counts over much more than a block vary less than those of a
 * Poisson process.
 * <p>
 * If the total number of calls is known, the last block has the rest of them and fills
 * the rest of the time. Later calls come evenly.
 * <p>
 * Each block has random numbers of its own, from the mixed seed and its number. The last
 * block is kept, so an object must not be shared between threads.
 */
final class PoissonProcess implements LongToDoubleFunction {

	private static final int BLOCK = 1024;

	private final long mixedSeed;

	/** Total number of calls, with a fraction and rounded. */
	private final double wanted;

	private final long calls;

	/** The share of the block before each of its calls. */
	private final double[] shares = new double[BLOCK];

	private long block = -1;

	PoissonProcess(long seed, double wanted) {
		this.mixedSeed = new SplittableRandom(seed).nextLong();
		this.wanted = wanted;
		this.calls = Math.max(1, Math.round(wanted));
	}

	@Override
	public double applyAsDouble(long index) {
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
