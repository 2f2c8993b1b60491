package dev.grpctuning.stages;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Picks calls at random, about as many per second as wanted. Each call of a tenth of a
 * second has the same chance, which follows from how many calls came in the busiest of
 * the last tenths. A burst after an idle time therefore has more calls picked at first.
 */
final class StageSampling {

	private static final int PARTS = 10;

	private static final long PART_NANOS = TimeUnit.SECONDS.toNanos(1) / PARTS;

	/** What remains of the busiest part after each further one. */
	private static final double MEMORY = 0.8;

	private final LongAdder calls = new LongAdder();

	private final AtomicLong partEnd = new AtomicLong();

	private volatile double perPart;

	private volatile double chance;

	/** Calls expected in a part. Written by whoever has begun the part. */
	private volatile double expected;

	/** Sets the number of calls per second, 0 for none. */
	void perSecond(int wanted) {
		this.expected = 0;
		this.chance = 1;
		this.perPart = (double) wanted / PARTS;
	}

	boolean isOn() {
		return this.perPart != 0;
	}

	boolean picks(long nowNanos) {
		long end = this.partEnd.get();
		if (nowNanos - end >= 0 && this.partEnd.compareAndSet(end, nowNanos + PART_NANOS)) {
			double most = Math.max(this.calls.sumThenReset(), MEMORY * this.expected);
			this.expected = most;
			this.chance = (most > this.perPart) ? this.perPart / most : 1;
		}
		this.calls.increment();
		double now = this.chance;
		return now == 1 || ThreadLocalRandom.current().nextDouble() < now;
	}

}
