package dev.grpctuning.slices;

import java.util.SplittableRandom;

/**
 * Order in which variants take turns. Each block of slices has every variant once, in an
 * order that is drawn anew for each block. So no variant always follows the same other
 * one. From the number of variants and the seed, client and server compute the same
 * order.
 *
 * @param variants number of variants, at least 1
 */
public record SliceOrder(int variants, long seed) {

	public SliceOrder {
		if (variants < 1) {
			throw new IllegalArgumentException("variants: " + variants + " (expected: >= 1)");
		}
	}

	/** The variant of a slice, both from 0. */
	public int variant(long slice) {
		return block(slice / this.variants)[(int) (slice % this.variants)];
	}

	/** The variants of a block, in order. Blocks are numbered from 0. */
	public int[] block(long block) {
		SplittableRandom random = new SplittableRandom(this.seed + block * 0x9E3779B97F4A7C15L);
		int[] order = new int[this.variants];
		for (int i = 0; i < order.length; i++) {
			int other = random.nextInt(i + 1);
			order[i] = order[other];
			order[other] = i;
		}
		return order;
	}

}
