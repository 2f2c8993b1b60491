package dev.grpctuning.executor;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks of calls and counts both. A call {@linkplain #exit() leaves} when it has
 * ended; an executor that was retired ends with its last call.
 */
public final class CallExecutor implements Executor {

	// Added to the number of calls, so that one number says both.
	private static final int RETIRED = Integer.MIN_VALUE;

	private final String name;

	private final HandlerExecutor threads;

	private final ExecutorFigures figures;

	private final Executor late;

	private final boolean direct;

	private final boolean timed;

	private final AtomicInteger calls = new AtomicInteger();

	private volatile ExecutorSettings settings;

	private volatile @Nullable Runnable whenLastCallHasEnded;

	CallExecutor(String name, ExecutorSettings settings, HandlerExecutor threads, ExecutorFigures figures,
			Executor late) {
		this.name = name;
		this.settings = settings;
		this.threads = threads;
		this.figures = figures;
		this.late = late;
		this.direct = settings.type() == ExecutorType.DIRECT;
		this.timed = figures.timings != TaskTimings.NONE;
	}

	/**
	 * Name of the executor: {@code main}, {@code canary} or the pattern of a route.
	 */
	public String name() {
		return this.name;
	}

	ExecutorSettings settings() {
		return this.settings;
	}

	void settings(ExecutorSettings settings) {
		this.settings = settings;
	}

	HandlerExecutor threads() {
		return this.threads;
	}

	ExecutorState state() {
		return new ExecutorState(this.name, this.settings, this.figures.queued.get(), this.figures.active.get(),
				this.figures.completed.sum(), this.figures.calls.sum(), this.figures.refused.sum(),
				this.figures.timings.waitTime());
	}

	/**
	 * Takes a call, unless no more are taken here.
	 */
	boolean enter() {
		if (this.calls.incrementAndGet() < 0) {
			exit();
			return false;
		}
		return true;
	}

	/**
	 * Notes that a call that was taken runs here.
	 */
	public void accepted() {
		this.figures.calls.increment();
	}

	/**
	 * Says whether as many tasks wait as may, and counts the call as refused if so.
	 * @return the bound that was reached, {@code null} if the call may run
	 */
	public @Nullable Integer refusingCapacity() {
		Integer capacity = this.settings.queueCapacity();
		if (capacity == null || this.figures.queued.get() < capacity) {
			return null;
		}
		this.figures.refused.increment();
		return capacity;
	}

	/**
	 * Notes that a call that was taken has ended. Tasks of it may still come.
	 */
	public void exit() {
		if (this.calls.decrementAndGet() == RETIRED) {
			ended();
		}
	}

	/**
	 * Takes no more calls.
	 * @param whenLastCallHasEnded run once, by whoever ends the last call
	 */
	void retire(Runnable whenLastCallHasEnded) {
		this.whenLastCallHasEnded = whenLastCallHasEnded;
		if (this.calls.addAndGet(RETIRED) == RETIRED) {
			ended();
		}
	}

	private synchronized void ended() {
		Runnable action = this.whenLastCallHasEnded;
		this.whenLastCallHasEnded = null;
		if (action != null) {
			action.run();
		}
	}

	@Override
	public void execute(Runnable task) {
		if (this.direct) {
			run(task, 0);
			return;
		}
		this.figures.queued.incrementAndGet();
		try {
			this.threads.executor().execute(new Task(task, this.timed ? System.nanoTime() : 0));
		}
		catch (RejectedExecutionException ex) {
			this.figures.queued.decrementAndGet();
			// The call has ended and its listener is still to be told.
			this.late.execute(task);
		}
	}

	private void run(Runnable task, long handedOver) {
		this.figures.active.incrementAndGet();
		long started = this.timed ? System.nanoTime() : 0;
		try {
			task.run();
		}
		finally {
			this.figures.active.decrementAndGet();
			this.figures.completed.increment();
			if (this.timed) {
				this.figures.timings.record((handedOver != 0) ? started - handedOver : 0, System.nanoTime() - started);
			}
		}
	}

	/**
	 * Task that waits for a thread.
	 */
	private final class Task implements Runnable {

		private final Runnable task;

		private final long handedOver;

		Task(Runnable task, long handedOver) {
			this.task = task;
			this.handedOver = handedOver;
		}

		@Override
		public void run() {
			CallExecutor.this.figures.queued.decrementAndGet();
			CallExecutor.this.run(this.task, this.handedOver);
		}

	}

}
