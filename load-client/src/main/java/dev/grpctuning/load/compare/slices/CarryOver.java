package dev.grpctuning.load.compare.slices;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

import dev.grpctuning.load.engine.channel.CallObserver;

/**
 * Measures how long the previous variant affects a slice: the time until as many calls
 * are answered as later. Calls are counted in steps of the time since their slice began.
 */
public final class CarryOver implements CallObserver {

	private static final Duration STEP = Duration.ofMillis(5);

	/** Smaller differences are treated as chance. */
	private static final double TOLERANCE = 0.05;

	/** Standard deviations of a Poisson count that are still chance. */
	private static final double CHANCE = 3;

	private final AtomicLongArray answered;

	private volatile long beginNanos;

	public CarryOver(Duration slice) {
		this.answered = new AtomicLongArray((int) slice.dividedBy(STEP));
	}

	/** A slice begins. */
	void begin() {
		this.beginNanos = System.nanoTime();
	}

	@Override
	public void answered(long serviceNanos, long responseNanos) {
		add((System.nanoTime() - this.beginNanos) / STEP.toNanos());
	}

	void add(long step) {
		if (step >= 0 && step < this.answered.length()) {
			this.answered.incrementAndGet((int) step);
		}
	}

	/**
	 * The time until the count is that of the second half. The last step is left out,
	 * because no calls are started in it. At most half of the slice.
	 */
	Duration length() {
		int steps = this.answered.length();
		double later = IntStream.range(steps / 2, steps - 1).mapToLong(this.answered::get).average().orElse(0);
		double allowed = Math.max(TOLERANCE * later, CHANCE * Math.sqrt(later));
		int last = steps / 2;
		while (last > 0 && Math.abs(this.answered.get(last - 1) - later) <= allowed) {
			last--;
		}
		return STEP.multipliedBy(last);
	}

}
