package dev.grpctuning.guard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.DurationCounts;

/** Calls that arrive at random at a server with eight threads. */
final class SimulatedCalls {

	/** Readings before the change. */
	static final int BEFORE = 100;

	private static final int ALL = 400;

	private static final double INTERVAL = 0.1;

	private static final int THREADS = 8;

	private final double service;

	/** Duration beyond which calls are late. */
	private final @Nullable Duration longest;

	private final RandomGenerator random;

	/**
	 * Creates calls.
	 * @param most calls a second that the server can answer
	 */
	SimulatedCalls(double most, @Nullable Duration longest, RandomGenerator random) {
		this.longest = longest;
		this.service = THREADS / most;
		this.random = random;
	}

	/** Readings each 100 ms. The change is made after {@link #BEFORE} of them. */
	List<Reading> readings(DoubleUnaryOperator load, Change change) {
		List<Call> calls = calls(load, change);
		List<Call> ends = calls.stream().sorted(Comparator.comparingDouble(Call::end)).toList();
		DurationCounts durations = new DurationCounts();
		SimulatedJvm jvm = new SimulatedJvm(this.random);
		List<Reading> readings = new ArrayList<>();
		int started = 0;
		int ended = 0;
		long failed = 0;
		long late = 0;
		for (int i = 1; i <= ALL; i++) {
			while (started < calls.size() && calls.get(started).begin() <= i * INTERVAL) {
				started++;
			}
			while (ended < ends.size() && ends.get(ended).end() <= i * INTERVAL) {
				Call call = ends.get(ended++);
				failed += call.failed() ? 1 : 0;
				if (!call.failed()) {
					long nanos = (long) (1e9 * (call.end() - call.begin()));
					durations.record(nanos);
					late += (this.longest != null && nanos > this.longest.toNanos()) ? 1 : 0;
				}
			}
			jvm.until(i * INTERVAL, (i > BEFORE) ? change : Change.NONE);
			readings.add(new Reading((long) (i * INTERVAL * 1e9), ended, failed, late, durations.snapshot(),
					started - ended, jvm.lags(), jvm.heap(), jvm.pausedMillis()));
		}
		return readings;
	}

	private List<Call> calls(DoubleUnaryOperator load, Change change) {
		PriorityQueue<Double> free = new PriorityQueue<>();
		for (int i = 0; i < THREADS; i++) {
			free.add(0.0);
		}
		List<Call> calls = new ArrayList<>();
		double end = ALL * INTERVAL;
		for (double time = 0; time < end; time -= Math.log(1 - this.random.nextDouble()) / load.applyAsDouble(time)) {
			boolean changed = time > BEFORE * INTERVAL;
			double earliest = free.element();
			if (changed && this.random.nextDouble() < change.failing) {
				calls.add(new Call(time, time, true));
				continue;
			}
			free.remove();
			double service = -Math.log(1 - this.random.nextDouble()) * this.service * (changed ? change.slower : 1);
			// A pause of the machine now and then, such as a collection.
			double pause = (this.random.nextDouble() < 1e-5) ? 0.03 : 0;
			double ended = Math.max(time, earliest) + service + pause;
			free.add(ended);
			calls.add(new Call(time, ended, false));
		}
		return calls;
	}

	/** What a change does to the calls that begin after it. */
	enum Change {

		NONE(1, 0),

		/** Overloaded: one thread, or a handler on the event loops that blocks. */
		OVERLOADS(4, 0),

		/** Hardly any call ends. */
		STOPS(1000, 0),

		/** A limit that is far too low. */
		REFUSES(1, 0.5),

		FAILS_SOME(1, 0.05),

		/** Handlers run on the event loops, whose calls others time. */
		LAGS(1, 0),

		/** Open calls fill the heap. */
		FILLS(1, 0);

		private final double slower;

		private final double failing;

		Change(double slower, double failing) {
			this.slower = slower;
			this.failing = failing;
		}

	}

	/** A call, in seconds. */
	record Call(double begin, double end, boolean failed) {

	}

}
