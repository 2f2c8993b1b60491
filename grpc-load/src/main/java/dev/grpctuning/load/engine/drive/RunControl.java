package dev.grpctuning.load.engine.drive;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;
import dev.grpctuning.load.engine.result.StopReason;

/** Whether a run continues, and why it ended. */
public final class RunControl {

	/** Linux wakes a parked thread some 55 µs late; the rest is spent spinning. */
	private static final long AWAKE_NANOS = TimeUnit.MICROSECONDS.toNanos(60);

	/** How long a client rests after its call could not reach the server. */
	static final long UNAVAILABLE_REST_MILLIS = 10;

	private final RunClock clock;

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final AtomicReference<@Nullable StopReason> stoppedBy = new AtomicReference<>();

	private final AtomicReference<@Nullable StopReason> finishedBy = new AtomicReference<>();

	private final AtomicReference<@Nullable Throwable> brokenBy = new AtomicReference<>();

	private final AtomicReference<@Nullable Saturation> saturation = new AtomicReference<>();

	private final AtomicBoolean saturatedNow = new AtomicBoolean();

	private volatile boolean saturatedByPlan;

	/** Counted calls that may still be started, {@code null} without a limit. */
	private volatile @Nullable AtomicLong callsLeft;

	public RunControl(RunClock clock) {
		this.clock = clock;
	}

	long nanoTime() {
		return this.clock.nanoTime();
	}

	public void stop(StopReason reason) {
		this.stoppedBy.compareAndSet(null, reason);
		this.stopped.countDown();
	}

	/** Stops the run because of a bug, without a result. */
	public void broken(Throwable bug) {
		this.brokenBy.compareAndSet(null, bug);
		this.stopped.countDown();
	}

	/** Lets no more calls be started; open calls still end. */
	public void finish(@Nullable StopReason reason) {
		if (running()) {
			this.finishedBy.compareAndSet(null, reason);
		}
		this.stopped.countDown();
	}

	/** Limits the counted calls of a model that has a number of them. */
	void limit(LoadModel model) {
		this.callsLeft = (model.totalCalls() != LoadModel.UNLIMITED) ? new AtomicLong(model.totalCalls()) : null;
	}

	/**
	 * Whether one more call may be started; it must then be. The last one lets no more be
	 * started.
	 */
	boolean take(boolean counted) {
		AtomicLong left = this.callsLeft;
		if (!counted || left == null) {
			return true;
		}
		long rest = left.decrementAndGet();
		if (rest == 0) {
			finish(null);
		}
		return rest >= 0;
	}

	boolean running() {
		return this.stopped.getCount() != 0;
	}

	/** Reports that the client cannot drive the plan at all. */
	public void saturatedByPlan(Saturation reason) {
		this.saturatedByPlan = true;
		this.saturation.compareAndSet(null, reason);
	}

	/** Reports that the client delays the load now. */
	void saturatedNow(Saturation reason) {
		this.saturatedNow.set(true);
		this.saturation.compareAndSet(null, reason);
	}

	/** Forgets that the client has delayed the load, because no call counted yet. */
	public void begin() {
		if (!this.saturatedByPlan) {
			this.saturation.set(null);
		}
	}

	/** Whether the client has delayed the load since the last time. */
	public boolean takeSaturated() {
		return this.saturatedNow.getAndSet(false) || this.saturatedByPlan;
	}

	/** Waits, and returns whether the run continues. */
	boolean waitUntil(long nanoTime) throws InterruptedException {
		long wait = nanoTime - this.clock.nanoTime();
		return (wait <= 0) ? running() : !this.clock.await(this.stopped, wait);
	}

	/**
	 * Waits, and returns when the wait was over: at its time, however late this thread
	 * wakes, or when the run was stopped before.
	 */
	long waitedUntil(long nanoTime) throws InterruptedException {
		return waitUntil(nanoTime) ? nanoTime : this.clock.nanoTime();
	}

	/** Waits without oversleeping, and returns whether the run continues. */
	boolean waitExactlyUntil(long nanoTime) throws InterruptedException {
		boolean running = waitUntil(nanoTime - AWAKE_NANOS);
		while (running && this.clock.nanoTime() - nanoTime < 0) {
			this.clock.spin();
		}
		return running;
	}

	public @Nullable StopReason stoppedBy() {
		return this.stoppedBy.get();
	}

	public boolean abandoned() {
		return this.stoppedBy.get() != null || this.brokenBy.get() != null;
	}

	public @Nullable Throwable brokenBy() {
		return this.brokenBy.get();
	}

	/** Why the plan was not completed, or {@code null}. */
	public @Nullable StopReason endedBy() {
		StopReason stop = this.stoppedBy.get();
		return (stop != null) ? stop : this.finishedBy.get();
	}

	public @Nullable Saturation saturation() {
		return this.saturation.get();
	}

}
