package dev.grpctuning.stages;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.LongSupplier;

/**
 * Picks calls at random, about as many per second as wanted. It reads the clock only for
 * those. The chance of a call follows from how many came in the busiest of the last
 * tenths of a second. In a burst after an idle time, more are picked at first.
 */
final class StageSampling {

	private static final int PARTS = 10;

	private static final long PART_NANOS = TimeUnit.SECONDS.toNanos(1) / PARTS;

	/** What remains of the busiest part after each further one. */
	private static final double MEMORY = 0.8;

	private final LongSupplier clock;

	/**
	 * Estimated calls of the part: each picked call also counts for its share of the
	 * others.
	 */
	private final DoubleAdder calls = new DoubleAdder();

	private final AtomicLong partStart = new AtomicLong();

	private volatile double perPart;

	private volatile double chance = 1;

	/** Calls expected in a part. Written by whoever has begun the part. */
	private volatile double expected;

	StageSampling(LongSupplier clock) {
		this.clock = clock;
		this.partStart.set(clock.getAsLong());
	}

	/** Sets the number of calls per second, 0 for none. */
	void perSecond(int wanted) {
		this.perPart = (double) wanted / PARTS;
	}

	boolean isOn() {
		return this.perPart != 0;
	}

	boolean picks() {
		double present = this.chance;
		if (present < 1 && ThreadLocalRandom.current().nextDouble() >= present) {
			return false;
		}
		this.calls.add(1 / present);
		updateChance();
		return true;
	}

	private void updateChance() {
		long start = this.partStart.get();
		long now = this.clock.getAsLong();
		double wanted = this.perPart;
		if (wanted == 0 || now - start < PART_NANOS || !this.partStart.compareAndSet(start, now)) {
			return;
		}
		double parts = (double) (now - start) / PART_NANOS;
		double most = Math.max(this.calls.sumThenReset() / parts, Math.pow(MEMORY, parts) * this.expected);
		this.expected = most;
		this.chance = Math.min(1, wanted / most);
	}

}
