package dev.grpctuning.call;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import dev.grpctuning.settings.value.LimitAlgorithm;

/**
 * A server in simulated time: Poisson arrivals, a call limit, threads with a FIFO queue,
 * and optionally a lock that all handlers need. Deterministic for a seed.
 */
final class SimulatedServer {

	private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

	private final SplittableRandom random;

	private final Queue<Event> events = new PriorityQueue<>(
			Comparator.comparingLong(Event::at).thenComparingLong(Event::number));

	private final Queue<Call> waiting = new ArrayDeque<>();

	private final Queue<Call> waitingForLock = new ArrayDeque<>();

	private final CallLimit limit = new CallLimit(() -> this.now);

	private final Work work;

	/** Arrivals per second. */
	double rate;

	int threads;

	double lockMillis;

	/** How much longer the lock is held for each handler that waits for it. */
	double contention;

	/** Share of the calls whose client cancels them after a millisecond. */
	double impatient;

	private int busy;

	private long now;

	private long nextArrival;

	private long number;

	private Minute figures = new Minute();

	SimulatedServer(long seed, int threads, double rate, Work work) {
		this.random = new SplittableRandom(seed);
		this.threads = threads;
		this.rate = rate;
		this.work = work;
	}

	SimulatedServer limit(int calls, LimitAlgorithm algorithm) {
		this.limit.update(calls, algorithm);
		return this;
	}

	int allowed() {
		Integer allowed = this.limit.allowed();
		return (allowed != null) ? allowed : Integer.MAX_VALUE;
	}

	int open() {
		return this.limit.open();
	}

	/** Runs for some time and returns what happened in it. */
	Minute run(double seconds) {
		this.figures = new Minute();
		long until = this.now + (long) (seconds * NANOS_PER_SECOND);
		arriveAfter(this.now);
		while (true) {
			Event next = this.events.peek();
			this.now = Math.min((next != null) ? next.at() : until, Math.min(this.nextArrival, until));
			if (this.now == until) {
				return this.figures;
			}
			if (next != null && next.at() == this.now) {
				this.events.remove();
				next.then().run();
			}
			else {
				arrive();
				arriveAfter(this.now);
			}
		}
	}

	private void arriveAfter(long time) {
		this.nextArrival = time + 1 + (long) (-Math.log(1 - this.random.nextDouble()) / this.rate * NANOS_PER_SECOND);
	}

	private void arrive() {
		if (this.limit.acquire(1) < 0) {
			this.figures.refused++;
			return;
		}
		Call call = new Call(this.now);
		if (this.random.nextDouble() < this.impatient) {
			after(1, () -> end(call, false));
		}
		this.waiting.add(call);
		startWaiting();
	}

	private void startWaiting() {
		while (this.busy < this.threads && !this.waiting.isEmpty()) {
			this.busy++;
			Call call = this.waiting.remove();
			after(this.work.millis(this.random), () -> worked(call));
		}
	}

	private void worked(Call call) {
		if (this.lockMillis == 0) {
			finish(call);
		}
		else {
			this.waitingForLock.add(call);
			if (this.waitingForLock.size() == 1) {
				lock();
			}
		}
	}

	private void lock() {
		after(this.lockMillis * (1 + this.contention * this.waitingForLock.size()), () -> {
			finish(this.waitingForLock.remove());
			if (!this.waitingForLock.isEmpty()) {
				lock();
			}
		});
	}

	private void finish(Call call) {
		this.busy--;
		end(call, true);
		startWaiting();
	}

	private void end(Call call, boolean answered) {
		if (!call.ended) {
			call.ended = true;
			this.limit.release(answered);
			if (answered) {
				this.figures.answered(this.now - call.arrived);
			}
		}
	}

	private void after(double millis, Runnable then) {
		this.events.add(new Event(this.now + Math.max(1, (long) (millis * 1e6)), this.number++, then));
	}

	/** Time that a handler takes. */
	interface Work {

		double millis(SplittableRandom random);

	}

	private record Event(long at, long number, Runnable then) {

	}

	private static final class Call {

		private final long arrived;

		private boolean ended;

		Call(long arrived) {
			this.arrived = arrived;
		}

	}

	/** What happened in some time. */
	static final class Minute {

		private long[] latencies = new long[1024];

		private int answered;

		private int refused;

		private void answered(long nanos) {
			if (this.answered == this.latencies.length) {
				this.latencies = Arrays.copyOf(this.latencies, 2 * this.answered);
			}
			this.latencies[this.answered++] = nanos;
		}

		int answered() {
			return this.answered;
		}

		double refusedShare() {
			return (double) this.refused / Math.max(1, this.refused + this.answered);
		}

		/** Number of calls that were answered within an objective. */
		long answeredWithin(double millis) {
			return Arrays.stream(this.latencies, 0, this.answered).filter((nanos) -> nanos <= millis * 1e6).count();
		}

		double p99Millis() {
			Arrays.sort(this.latencies, 0, this.answered);
			return this.latencies[(int) (0.99 * this.answered)] / 1e6;
		}

	}

}
