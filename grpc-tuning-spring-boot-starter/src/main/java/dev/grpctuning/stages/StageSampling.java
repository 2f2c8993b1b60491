package dev.grpctuning.stages;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

import io.netty.util.concurrent.FastThreadLocal;

/**
 * Picks calls at random, about as many per second as wanted. Each thread counts down to
 * its next pick, so that a call that is not picked costs next to nothing. All calls have
 * the same chance, which follows from how many came in the busiest of the last tenths of
 * a second. In a burst after an idle time, more are picked at first.
 */
final class StageSampling {

	private static final int PARTS = 10;

	private static final long PART_NANOS = TimeUnit.SECONDS.toNanos(1) / PARTS;

	/** What remains of the busiest part after each further one. */
	private static final double MEMORY = 0.8;

	private final LongSupplier clock;

	private final FastThreadLocal<Countdown> countdowns = new FastThreadLocal<>() {

		@Override
		protected Countdown initialValue() {
			return new Countdown();
		}

	};

	private final LongAdder calls = new LongAdder();

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
		Countdown countdown = this.countdowns.get();
		if (--countdown.left > 0) {
			return false;
		}
		this.calls.add(countdown.drawn);
		updateChance();
		countdown.draw(this.chance);
		return true;
	}

	private void updateChance() {
		long start = this.partStart.get();
		long now = this.clock.getAsLong();
		if (now - start < PART_NANOS || !this.partStart.compareAndSet(start, now)) {
			return;
		}
		double parts = (double) (now - start) / PART_NANOS;
		double most = Math.max(this.calls.sumThenReset() / parts, Math.pow(MEMORY, parts) * this.expected);
		this.expected = most;
		this.chance = Math.min(1, this.perPart / most);
	}

	/** Calls of one thread until the next pick. */
	private static final class Countdown {

		private long drawn = 1;

		private long left = 1;

		/** Draws a number of trials until one has luck, which is geometric. */
		void draw(double chance) {
			this.drawn = (chance >= 1) ? 1
					: 1 + (long) (Math.log(1 - ThreadLocalRandom.current().nextDouble()) / Math.log(1 - chance));
			this.left = this.drawn;
		}

	}

}
