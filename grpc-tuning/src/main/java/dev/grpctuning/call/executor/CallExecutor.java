package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import com.google.common.util.concurrent.MoreExecutors;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;

/**
 * Runs and counts the tasks of calls. On a direct executor it counts calls instead of
 * tasks. A retired executor ends with its last call.
 */
public final class CallExecutor {

	/** Added to the number of calls, so that one number holds both. */
	private static final int RETIRED = Integer.MIN_VALUE;

	private static final int NOT_TIMED = -1;

	private final String name;

	private final HandlerExecutor threads;

	private final ExecutorFigures figures;

	private final ExecutorFigures.Queue queue;

	private final TaskTimings timings;

	private final Executor late;

	private final Runnable onOutOfMemory;

	private final boolean direct;

	private final Executor counting = this::handOver;

	private final Executor timing = this::handOverTimed;

	private final Executor timingHere = (task) -> time(task, NOT_TIMED);

	/** Where the calls of each method run, if the executor is adaptive. */
	private final Map<String, MethodPlace> places = new ConcurrentHashMap<>();

	/** Watches the event loops for blocked handlers, if the executor is adaptive. */
	private final @Nullable Future<?> watch;

	private final LoopTasks<Handed> arrived = new LoopTasks<>(this::giveArrived);

	private final EndedCalls ended = new EndedCalls(this::give);

	private final RejectedTasks rejected = new RejectedTasks(this::giveOrThrow);

	private final AtomicInteger calls = new AtomicInteger();

	private volatile ExecutorSettings settings;

	private volatile @Nullable Runnable whenLastCallHasEnded;

	private volatile boolean closed;

	CallExecutor(String name, ExecutorSettings settings, HandlerExecutor threads, ExecutorFigures figures,
			TaskTimings timings, Executor late, Runnable onOutOfMemory) {
		this.name = name;
		this.settings = settings;
		this.threads = threads;
		this.figures = figures;
		this.queue = figures.addQueue();
		this.timings = timings;
		this.late = late;
		this.onOutOfMemory = onOutOfMemory;
		this.direct = settings.type() == ExecutorType.DIRECT;
		this.watch = settings.adaptive() ? MethodPlace.watch() : null;
	}

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
		TaskTimings.WaitTime waits = this.timings.waitTime();
		List<MethodPlace.MethodState> methods = this.places.values()
			.stream()
			.map(MethodPlace::state)
			.sorted(Comparator.comparing(MethodPlace.MethodState::method))
			.toList();
		return new ExecutorState(this.name, this.settings.configured().propertyValue(), this.settings.threads(),
				this.settings.queueCapacity(), this.figures.queued(), this.figures.active(), this.figures.completed(),
				this.figures.calls(), this.figures.refused(), (waits != null) ? waits.meanMillis() : null,
				(waits != null) ? waits.maxMillis() : null, this.settings.adaptive() ? methods : null);
	}

	/** Registers a call, unless the executor is retired. */
	boolean enter() {
		if (this.calls.incrementAndGet() < 0) {
			exit();
			return false;
		}
		return true;
	}

	/**
	 * Where the calls of a method run, {@code null} unless the executor is adaptive. gRPC
	 * never asks for a method that the server does not have.
	 */
	@Nullable MethodPlace place(String method) {
		if (!this.settings.adaptive()) {
			return null;
		}
		MethodPlace known = this.places.get(method);
		return (known != null) ? known : this.places.computeIfAbsent(method, (each) -> {
			MethodPlace place = new MethodPlace(each);
			this.timings.show(place);
			return place;
		});
	}

	/** Shows its methods instead of those of another executor of the same name. */
	void showMethods() {
		this.timings.hideMethods();
		this.places.values().forEach(this.timings::show);
	}

	/** Whether a call runs on the thread that calls the executor. */
	boolean isDirect(@Nullable MethodPlace place) {
		return this.direct || (place != null && place.isOnLoop());
	}

	/**
	 * Returns the executor of the tasks of a call.
	 * @param onLoop whether all tasks run on the thread that calls the executor
	 * @param place where each task runs otherwise, {@code null} to use the threads
	 */
	public Executor accept(boolean onLoop, @Nullable MethodPlace place) {
		this.figures.calls.increment();
		boolean timed = this.timings.measuresNextCall();
		if (onLoop) {
			this.figures.started.increment();
			return timed ? this.timingHere : MoreExecutors.directExecutor();
		}
		Executor handing = timed ? this.timing : this.counting;
		return (place != null) ? (task) -> {
			if (place.isOnLoop()) {
				run(task);
			}
			else {
				handing.execute(task);
			}
		} : handing;
	}

	/** Whether its queue is too long for another call, which it counts as refused. */
	public boolean refuses() {
		Integer capacity = this.settings.queueCapacity();
		if ((capacity == null || this.queue.length() < capacity) && this.rejected.isEmpty()) {
			return false;
		}
		this.figures.refused.increment();
		return true;
	}

	/** Time that a call may wait for a thread now. */
	public Duration maxWait(Duration usual) {
		return this.threads.maxWait(usual);
	}

	/** Ends an accepted call. Further tasks of it may come. */
	public void ended(boolean onLoop, long arrivedNanos) {
		if (this.timings.measuresNextCall()) {
			this.timings.recordCall(System.nanoTime() - arrivedNanos);
		}
		if (onLoop) {
			this.figures.completed.increment();
		}
		else {
			exit();
		}
	}

	/** Removes a registered call that was not accepted. */
	void exit() {
		if (this.calls.decrementAndGet() == RETIRED) {
			close();
		}
	}

	/** Stops taking calls. */
	void retire(Runnable whenLastCallHasEnded) {
		this.whenLastCallHasEnded = whenLastCallHasEnded;
		if (this.calls.addAndGet(RETIRED) == RETIRED) {
			close();
		}
	}

	/** Ends the threads of a retired executor. */
	synchronized void close() {
		Runnable action = this.whenLastCallHasEnded;
		this.whenLastCallHasEnded = null;
		if (action != null) {
			action.run();
		}
	}

	/** Ends its threads. Tasks that they drop do not wait any longer. */
	boolean end(Duration grace) {
		if (this.watch != null) {
			this.watch.cancel(false);
		}
		this.closed = true;
		boolean ended = this.threads.close(grace);
		this.figures.remove(this.queue);
		return ended;
	}

	/**
	 * Hands over the last task of a call that has ended. It is not counted, because
	 * nobody waits for it.
	 */
	public void handOverEnd(Runnable task) {
		this.ended.add(task);
	}

	/**
	 * An event loop hands over after it has read everything. What else of the call came
	 * with it then runs in the same task and wakes no second thread.
	 */
	private void handOver(Runnable task) {
		this.queue.handedOver.increment();
		this.arrived.add(new Handed(task, NOT_TIMED));
	}

	private void handOverTimed(Runnable task) {
		this.queue.handedOver.increment();
		this.arrived.add(new Handed(task, System.nanoTime()));
	}

	/**
	 * A ForkJoinPool gets one task, which gives the others to the pool. Idle threads take
	 * them from there, so that the event loop needs to wake only one.
	 */
	private void giveArrived(List<Handed> tasks) {
		if (tasks.size() == 1 || !(this.threads.executor() instanceof ForkJoinPool)) {
			tasks.forEach(this::give);
			return;
		}
		try {
			giveOrThrow(() -> {
				tasks.subList(1, tasks.size()).forEach(this::give);
				tasks.get(0).run();
			});
		}
		catch (RejectedExecutionException ex) {
			tasks.forEach(this::give);
		}
	}

	private void give(Runnable task) {
		try {
			giveOrThrow(task);
		}
		catch (RejectedExecutionException ex) {
			if (task instanceof Handed handed && handed.task instanceof Refusable call && call.refuse()) {
				this.figures.refused.increment();
				this.queue.taken.increment();
				call.run();
			}
			else {
				this.rejected.add(task);
			}
		}
	}

	private void giveOrThrow(Runnable task) {
		try {
			this.threads.executor().execute(task);
		}
		catch (RejectedExecutionException ex) {
			if (!this.closed) {
				throw ex;
			}
			// The call has ended, but its listener must still be notified.
			this.late.execute(task);
		}
	}

	private void run(Runnable task) {
		this.figures.started.increment();
		try {
			task.run();
		}
		catch (OutOfMemoryError ex) {
			this.onOutOfMemory.run();
			throw ex;
		}
		finally {
			this.figures.completed.increment();
		}
	}

	private void time(Runnable task, long handedOver) {
		long started = System.nanoTime();
		try {
			task.run();
		}
		finally {
			this.timings.record((handedOver != NOT_TIMED) ? started - handedOver : -1, System.nanoTime() - started);
		}
	}

	/**
	 * Task of a call, which is refused if the executor rejects it before it first ran.
	 */
	public interface Refusable extends Runnable {

		/**
		 * Makes the task end the call without its handler.
		 * @return {@code false} if the handler has begun
		 */
		boolean refuse();

	}

	/** A task that was handed over. */
	private final class Handed implements Runnable {

		private final Runnable task;

		private final long handedOver;

		/**
		 * Creates a task.
		 * @param handedOver when, {@link #NOT_TIMED} if nobody measures it
		 */
		Handed(Runnable task, long handedOver) {
			this.task = task;
			this.handedOver = handedOver;
		}

		@Override
		public void run() {
			CallExecutor.this.queue.taken.increment();
			if (this.handedOver == NOT_TIMED) {
				CallExecutor.this.run(this.task);
			}
			else {
				time(() -> CallExecutor.this.run(this.task), this.handedOver);
			}
		}

	}

}
