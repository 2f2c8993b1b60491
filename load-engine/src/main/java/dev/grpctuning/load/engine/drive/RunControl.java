package dev.grpctuning.load.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Whether a run goes on, and what is to be said of it in the end.
 */
final class RunControl {

	/**
	 * How long before a time comes the thread is to be awake. Linux wakes a parked thread
	 * some 55 µs late; what is left is spun away, so that a thread with little to send
	 * costs little.
	 */
	private static final long AWAKE_NANOS = TimeUnit.MICROSECONDS.toNanos(60);

	private final RunClock clock;

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final AtomicReference<@Nullable StopReason> stoppedBy = new AtomicReference<>();

	private final AtomicReference<@Nullable StopReason> finishedBy = new AtomicReference<>();

	private final AtomicReference<@Nullable Throwable> brokenBy = new AtomicReference<>();

	private final AtomicReference<@Nullable String> limitedBy = new AtomicReference<>();

	/**
	 * Whether the client has held the load up since this was asked last.
	 */
	private final AtomicBoolean heldUp = new AtomicBoolean();

	private volatile boolean limitedByPlan;

	RunControl(RunClock clock) {
		this.clock = clock;
	}

	long nanoTime() {
		return this.clock.nanoTime();
	}

	void stop(StopReason reason) {
		this.stoppedBy.compareAndSet(null, reason);
		this.stopped.countDown();
	}

	/**
	 * Stops the run because of a bug: there is no result.
	 */
	void broken(Throwable bug) {
		this.brokenBy.compareAndSet(null, bug);
		this.stopped.countDown();
	}

	/**
	 * Lets no more calls be started; those that are open still end.
	 * @param reason what the result is to say, or {@code null} if the run has no other
	 * end
	 */
	void finish(@Nullable StopReason reason) {
		if (running()) {
			this.finishedBy.compareAndSet(null, reason);
		}
		this.stopped.countDown();
	}

	boolean running() {
		return this.stopped.getCount() != 0;
	}

	/**
	 * Says that the client cannot drive the plan at all.
	 */
	void limited(String reason) {
		this.limitedByPlan = true;
		this.limitedBy.compareAndSet(null, reason);
	}

	/**
	 * Says that the client holds the load up at this moment.
	 */
	void heldUp(String reason) {
		this.heldUp.set(true);
		this.limitedBy.compareAndSet(null, reason);
	}

	/**
	 * Whether the client has held the load up since the call before.
	 */
	boolean takeHeldUp() {
		return this.heldUp.getAndSet(false) || this.limitedByPlan;
	}

	/**
	 * Waits for a time to come.
	 * @param nanoTime the time, on the clock of the run
	 * @return whether the run still goes on
	 */
	boolean waitUntil(long nanoTime) throws InterruptedException {
		long wait = nanoTime - this.clock.nanoTime();
		return (wait <= 0) ? running() : !this.clock.await(this.stopped, wait);
	}

	/**
	 * Waits for a time to come, and does not oversleep.
	 * @param nanoTime the time, on the clock of the run
	 * @return whether the run still goes on
	 */
	boolean waitExactlyUntil(long nanoTime) throws InterruptedException {
		boolean running = waitUntil(nanoTime - AWAKE_NANOS);
		while (running && this.clock.nanoTime() - nanoTime < 0) {
			this.clock.spin();
		}
		return running;
	}

	@Nullable StopReason stoppedBy() {
		return this.stoppedBy.get();
	}

	/**
	 * Whether calls that are open need not be waited for any more.
	 */
	boolean abandoned() {
		return this.stoppedBy.get() != null || this.brokenBy.get() != null;
	}

	@Nullable Throwable brokenBy() {
		return this.brokenBy.get();
	}

	/**
	 * Why the plan was not driven to its end, whether or not open calls were waited for.
	 */
	@Nullable StopReason endedBy() {
		StopReason stop = this.stoppedBy.get();
		return (stop != null) ? stop : this.finishedBy.get();
	}

	@Nullable String limitedBy() {
		return this.limitedBy.get();
	}

}
