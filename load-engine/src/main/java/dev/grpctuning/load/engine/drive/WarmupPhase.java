package dev.grpctuning.load.engine;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

/**
 * The warm-up of a run, and since when its calls count. The driver says when that is.
 */
final class Warming {

	private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private final Warmup warmup;

	private final Lanes lanes;

	private final LongConsumer measuring;

	private volatile boolean steady;

	private volatile boolean measured;

	private boolean endedSteady;

	private long startedNanos;

	private volatile long measuredNanos;

	/**
	 * Prepares a warm-up.
	 * @param warmup how long it is
	 * @param lanes whose calls are to count after it
	 * @param measuring told since when they do, on the clock of the run
	 */
	Warming(Warmup warmup, Lanes lanes, LongConsumer measuring) {
		this.warmup = warmup;
		this.lanes = lanes;
		this.measuring = measuring;
	}

	/**
	 * Whether calls count from the first one on.
	 */
	boolean none() {
		return this.warmup.longest().isZero();
	}

	/**
	 * Says that the first call is due.
	 * @param nanoTime when, on the clock of the run
	 */
	void begin(long nanoTime) {
		this.startedNanos = nanoTime;
		if (none()) {
			measure(nanoTime);
		}
	}

	/**
	 * Says that it need not last any longer. May be called from any thread.
	 */
	void steady() {
		this.steady = true;
	}

	boolean isSteady() {
		return this.steady;
	}

	/**
	 * Waits until it is over, and lets calls count.
	 * @return whether the run still goes on
	 */
	boolean end(RunControl control) throws InterruptedException {
		if (this.measured) {
			return control.running();
		}
		long latest = this.startedNanos + this.warmup.longest().toNanos();
		while (!this.steady && latest - control.nanoTime() > 0) {
			if (!control.waitUntil(Math.min(latest - control.nanoTime(), POLL_NANOS) + control.nanoTime())) {
				return false;
			}
		}
		measure(control.nanoTime());
		return control.running();
	}

	/**
	 * Lets calls count that are started from now on.
	 * @param nanoTime since when the plan's own time runs, on the clock of the run
	 */
	void measure(long nanoTime) {
		this.measuredNanos = nanoTime;
		this.endedSteady = this.steady;
		this.measuring.accept(nanoTime);
		this.lanes.all().forEach(Lane::startCounting);
		this.measured = true;
	}

	/**
	 * Whether calls count.
	 */
	boolean measured() {
		return this.measured;
	}

	long measuredNanos() {
		return this.measuredNanos;
	}

	@Nullable WarmupResult result() {
		if (none()) {
			return null;
		}
		double seconds = this.measured ? (this.measuredNanos - this.startedNanos) / 1e9 : 0;
		return new WarmupResult(seconds, (this.warmup instanceof Warmup.UntilSteady) ? this.endedSteady : null);
	}

}
