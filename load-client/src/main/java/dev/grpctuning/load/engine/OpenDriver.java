package dev.grpctuning.load.engine;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

import dev.grpctuning.load.schedule.ArrivalSchedule;

/**
 * Sends calls when they are due, from one thread, over the channels in rotation. It waits
 * for no answer and skips no call: what is late is sent at once.
 */
final class OpenDriver implements LoadDriver {

	/**
	 * How long before a call is due the thread is to be awake. Linux wakes a parked
	 * thread some 55 µs late; what is left is spun away, so that a thread with little to
	 * send costs little.
	 */
	private static final long AWAKE_NANOS = TimeUnit.MICROSECONDS.toNanos(60);

	private final LoadModel.Open model;

	private final int maxOpenCalls;

	private volatile long measuredFromNanos;

	OpenDriver(LoadModel.Open model, int maxOpenCalls) {
		this.model = model;
		this.maxOpenCalls = maxOpenCalls;
	}

	@Override
	public boolean countsFromStart() {
		return this.model.warmup().isZero();
	}

	@Override
	public long drive(Lanes lanes, RunControl control, LongConsumer measuring) throws InterruptedException {
		ArrivalSchedule schedule = this.model.arrivals().at(this.model.callsPerSecond(), this.model.seed());
		Room room = new Room(lanes, control, this.maxOpenCalls);
		int channels = lanes.all().size();
		long warmup = this.model.warmup().toNanos();
		long length = this.model.sendingTime().toNanos();
		long start = System.nanoTime();
		long lastSend = start;
		boolean measured = countsFromStart();
		if (measured) {
			begin(start, measuring);
		}
		for (long call = 0;; call++) {
			long due = Math.min(schedule.dueNanos(call), length);
			if (!measured && due >= warmup) {
				if (!control.waitUntil(start + warmup)) {
					return System.nanoTime();
				}
				begin(start + warmup, measuring);
				lanes.all().forEach(Lane::startCounting);
				measured = true;
			}
			if (!awaitDue(start + due, control)) {
				return System.nanoTime();
			}
			if (due == length) {
				return Math.max(start + length, lastSend);
			}
			if (!room.await()) {
				return System.nanoTime();
			}
			lastSend = lanes.all().get((int) (call % channels)).start(start + due);
		}
	}

	private static boolean awaitDue(long dueNanos, RunControl control) throws InterruptedException {
		boolean running = control.waitUntil(dueNanos - AWAKE_NANOS);
		while (running && System.nanoTime() - dueNanos < 0) {
			Thread.onSpinWait();
		}
		return running;
	}

	private void begin(long nanoTime, LongConsumer measuring) {
		this.measuredFromNanos = nanoTime;
		measuring.accept(nanoTime);
	}

	@Override
	public double share(Lanes lanes) {
		long from = this.measuredFromNanos;
		return (from != 0) ? Math.min(1, (double) (System.nanoTime() - from) / this.model.duration().toNanos()) : 0;
	}

}
