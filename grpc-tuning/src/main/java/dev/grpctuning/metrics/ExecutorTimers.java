package dev.grpctuning.metrics;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.Timer;

import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.observe.DurationCounts;

/**
 * Records the times of an executor's tasks in two timers. Up to a few thousand calls per
 * second it records each call, above that an even sample, because the clock and the
 * histograms would cost a busy server several per cent.
 */
final class ExecutorTimers implements TaskTimings {

	private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	private static final double TASKS_PER_SECOND = 2000;

	private static final int MAX_STRIDE = 1024;

	private final Timer waits;

	private final Timer runs;

	private final GenerationMeters meters;

	private final String executor;

	private final Durations durations = new Durations(new DurationCounts(), new DurationCounts());

	private final LongAdder noted = new LongAdder();

	private final AtomicLong windowStart = new AtomicLong(System.nanoTime());

	/** One call in so many is measured: a power of two. */
	private volatile int stride = 1;

	ExecutorTimers(Timer waits, Timer runs, GenerationMeters meters, String executor) {
		this.waits = waits;
		this.runs = runs;
		this.meters = meters;
		this.executor = executor;
	}

	@Override
	public boolean measuresNextCall() {
		int present = this.stride;
		return present == 1 || (ThreadLocalRandom.current().nextInt() & (present - 1)) == 0;
	}

	@Override
	public void record(long waitNanos, long runNanos) {
		if (waitNanos >= 0) {
			this.waits.record(waitNanos, TimeUnit.NANOSECONDS);
			this.durations.waits().record(waitNanos);
		}
		this.runs.record(runNanos, TimeUnit.NANOSECONDS);
		this.noted.increment();
		adjust(System.nanoTime());
	}

	@Override
	public void recordCall(long nanos) {
		this.durations.calls().record(nanos);
	}

	@Override
	public Durations durations() {
		return this.durations;
	}

	@Override
	public void show(MethodPlace method) {
		this.meters.method(this.executor, method);
	}

	@Override
	public void hideMethods() {
		this.meters.removeMethods(this.executor);
	}

	@Override
	public void close() {
		this.meters.removeExecutor(this.executor);
	}

	private void adjust(long now) {
		long start = this.windowStart.get();
		long elapsed = now - start;
		if (elapsed > WINDOW_NANOS && this.windowStart.compareAndSet(start, now)) {
			double perSecond = this.noted.sumThenReset() * (double) this.stride * TimeUnit.SECONDS.toNanos(1) / elapsed;
			int wanted = (int) Math.min(MAX_STRIDE, Math.max(1, perSecond / TASKS_PER_SECOND));
			this.stride = Integer.highestOneBit(wanted);
		}
	}

	@Override
	public WaitTime waitTime() {
		return new WaitTime((long) this.waits.mean(TimeUnit.NANOSECONDS) / 1e6,
				(long) this.waits.max(TimeUnit.NANOSECONDS) / 1e6);
	}

}
