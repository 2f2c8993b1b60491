package dev.grpctuning.guard;

import java.util.random.RandomGenerator;

import dev.grpctuning.observe.DurationCounts;

/**
 * Event loops and heap of a JVM. The heap is a saw-tooth: short collections leave more
 * and more in use, until a long one frees it. Other processes also delay the event loops.
 * Times are in seconds.
 */
final class SimulatedJvm {

	private static final double PROBE = 0.2;

	private final DurationCounts lags = new DurationCounts();

	private final RandomGenerator random;

	private final int loops;

	/** Share of the heap in use after the long collections, and before them. */
	private final double least;

	private final double most;

	private final double perSecond;

	/** Mean of the short collections, and of the time between them. */
	private final double pause;

	private final double between;

	private double heap;

	private double paused;

	private double time;

	private double nextProbe;

	private double lastCollection;

	private double nextCollection;

	private double nextOther;

	/** Until when the threads stand still. */
	private double busyUntil;

	/** Creates a JVM at a random point of its saw-tooth. */
	SimulatedJvm(RandomGenerator random) {
		this.random = random;
		this.loops = 1 << random.nextInt(4);
		this.least = random.nextDouble(0.1, 0.5);
		this.most = random.nextDouble(this.least, 0.85);
		this.perSecond = (this.most - this.least) / random.nextDouble(3, 40);
		this.pause = random.nextDouble(0.002, 0.03);
		this.between = this.pause / random.nextDouble(0.005, 0.1);
		this.heap = random.nextDouble(this.least, this.most);
	}

	DurationCounts.Snapshot lags() {
		return this.lags.snapshot();
	}

	double heap() {
		return this.heap;
	}

	long pausedMillis() {
		return (long) (this.paused * 1e3);
	}

	/** Lets time pass. */
	void until(double end, SimulatedCalls.Change change) {
		for (; this.time < end; this.time += 0.001) {
			if (this.time >= this.nextCollection
					|| change == SimulatedCalls.Change.FILLS && this.time >= this.lastCollection + 0.4) {
				collect(change);
			}
			if (this.time >= this.nextOther) {
				this.nextOther = this.time + exponential(5);
				this.busyUntil = Math.max(this.busyUntil, this.time + this.random.nextDouble(0.02, 0.2));
			}
			if (this.time >= this.nextProbe) {
				this.nextProbe += PROBE;
				probe(change);
			}
		}
	}

	private void collect(SimulatedCalls.Change change) {
		double between = exponential(this.between);
		boolean fills = change == SimulatedCalls.Change.FILLS;
		double lasts = exponential(this.pause);
		this.heap += this.perSecond * between;
		if (fills) {
			lasts = 0.1;
			this.heap = Math.min(0.97, this.heap + 0.2);
		}
		else if (this.heap > this.most) {
			lasts = this.random.nextDouble(0.05, 0.4);
			this.heap = this.least;
		}
		this.lastCollection = this.time;
		this.paused += lasts;
		this.busyUntil = Math.max(this.busyUntil, this.time + lasts);
		this.nextCollection = this.time + lasts + between;
	}

	private void probe(SimulatedCalls.Change change) {
		for (int i = 0; i < this.loops; i++) {
			double lag = Math.max(0, this.busyUntil - this.time) + exponential(0.0003)
					+ ((change == SimulatedCalls.Change.LAGS) ? exponential(0.15) : 0);
			this.lags.record((long) (lag * 1e9));
		}
	}

	private double exponential(double mean) {
		return -Math.log(1 - this.random.nextDouble()) * mean;
	}

}
