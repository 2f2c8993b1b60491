package dev.grpctuning.observe;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts durations in buckets of a microsecond, or of at most 6 % of the duration, up to
 * two minutes. The counts only grow: the durations of an interval are the difference of
 * two {@link #snapshot() snapshots}. Safe for use by several threads.
 */
public final class DurationCounts {

	/** Buckets per power of two. */
	private static final int PARTS = 16;

	private static final int PART_BITS = 4;

	/** A unit is 1.024 microseconds, so that a shift replaces a division. */
	private static final int UNIT_BITS = 10;

	private static final long LARGEST = (1L << 27) - 1;

	private static final double MILLIS_PER_UNIT = (1 << UNIT_BITS) / 1e6;

	private final LongAdder[] buckets = Stream.generate(LongAdder::new)
		.limit(index(LARGEST) + 1L)
		.toArray(LongAdder[]::new);

	/** Counts a duration, which takes some nanoseconds. */
	public void record(long nanos) {
		this.buckets[index(Math.min(LARGEST, Math.max(0, nanos) >> UNIT_BITS))].increment();
	}

	/** Counts until now. */
	public Snapshot snapshot() {
		return new Snapshot(Arrays.stream(this.buckets).mapToLong(LongAdder::sum).toArray());
	}

	/** The first units have a bucket each, and every further power of two has sixteen. */
	private static int index(long units) {
		int shift = Math.max(0, Long.SIZE - 1 - PART_BITS - Long.numberOfLeadingZeros(units));
		return shift * PARTS + (int) (units >> shift);
	}

	/** Least number of units that a bucket counts. */
	private static long least(int index) {
		int shift = Math.max(0, index / PARTS - 1);
		return (index - (long) shift * PARTS) << shift;
	}

	/** Counts of durations that do not change any more. */
	public static final class Snapshot {

		/** Counts of no durations. */
		public static final Snapshot NONE = new Snapshot(new long[index(LARGEST) + 1]);

		private final long[] counts;

		private Snapshot(long[] counts) {
			this.counts = counts;
		}

		/** Counts that came after an earlier snapshot of the same durations. */
		public Snapshot since(Snapshot earlier) {
			long[] difference = new long[this.counts.length];
			Arrays.setAll(difference, (i) -> Math.max(0, this.counts[i] - earlier.counts[i]));
			return new Snapshot(difference);
		}

		/** Counts of these durations and others together. */
		public Snapshot plus(Snapshot others) {
			long[] sum = new long[this.counts.length];
			Arrays.setAll(sum, (i) -> this.counts[i] + others.counts[i]);
			return new Snapshot(sum);
		}

		/** Number of durations. */
		public long count() {
			return Arrays.stream(this.counts).sum();
		}

		/**
		 * Duration that a share of all do not exceed, in milliseconds: the middle of its
		 * bucket.
		 * @param share from 0 to 1, such as 0.99. The longest has share 1
		 * @return NaN if there are no durations
		 */
		public double quantileMillis(double share) {
			long rank = Math.max(1, (long) Math.ceil(share * count()));
			for (int i = 0; i < this.counts.length; i++) {
				rank -= this.counts[i];
				if (rank <= 0) {
					return middleMillis(i);
				}
			}
			return Double.NaN;
		}

		/** Mean in milliseconds, NaN if there are no durations. */
		public double meanMillis() {
			double sum = 0;
			long count = 0;
			for (int i = 0; i < this.counts.length; i++) {
				sum += this.counts[i] * middleMillis(i);
				count += this.counts[i];
			}
			return (count > 0) ? sum / count : Double.NaN;
		}

		private static double middleMillis(int index) {
			return (least(index) + least(index + 1)) / 2.0 * MILLIS_PER_UNIT;
		}

	}

}
