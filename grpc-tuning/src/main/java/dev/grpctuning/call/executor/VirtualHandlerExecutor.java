package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * Runs each task on a virtual thread of its own, up to an optional maximum, and keeps
 * track of the threads that are alive.
 */
class VirtualHandlerExecutor implements HandlerExecutor, Executor {

	private final ThreadFactory threads = virtualThreads();

	private final String threadNamePrefix;

	private final AtomicLong number = new AtomicLong();

	private final Set<Thread> alive = ConcurrentHashMap.newKeySet();

	private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

	private final @Nullable Semaphore free;

	private volatile boolean closed;

	/**
	 * Creates an executor.
	 * @param max number of threads that may run at once, {@code null} for no bound
	 */
	VirtualHandlerExecutor(String threadNamePrefix, @Nullable Integer max) {
		this.threadNamePrefix = threadNamePrefix;
		this.free = (max != null) ? new Semaphore(max) : null;
	}

	/** Uses reflection, because the code is compiled for Java 17. */
	private static ThreadFactory virtualThreads() {
		try {
			Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
			return (ThreadFactory) Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("Virtual threads need Java 21 or later", ex);
		}
	}

	@Override
	public Executor executor() {
		return this;
	}

	@Override
	public void execute(Runnable task) {
		if (this.closed) {
			throw new RejectedExecutionException("The executor is closed");
		}
		if (this.free == null) {
			start(task);
			return;
		}
		this.waiting.add(task);
		startWaiting(this.free);
	}

	/**
	 * Starts what waits while threads are free. What is added after the queue was found
	 * empty is seen by another turn, here or of the thread that added it.
	 */
	private void startWaiting(Semaphore threads) {
		while (!this.waiting.isEmpty() && threads.tryAcquire()) {
			Runnable next = this.waiting.poll();
			if (next == null) {
				threads.release();
				continue;
			}
			start(() -> {
				try {
					next.run();
				}
				finally {
					threads.release();
					startWaiting(threads);
				}
			});
		}
	}

	private void start(Runnable task) {
		Thread thread = this.threads.newThread(() -> {
			try {
				task.run();
			}
			finally {
				this.alive.remove(Thread.currentThread());
			}
		});
		thread.setName(this.threadNamePrefix + this.number.incrementAndGet());
		this.alive.add(thread);
		thread.start();
	}

	@Override
	public boolean close(Duration grace) {
		this.closed = true;
		if (join(grace)) {
			return true;
		}
		this.waiting.clear();
		this.alive.forEach(Thread::interrupt);
		return join(grace);
	}

	private boolean join(Duration timeout) {
		long deadline = System.nanoTime() + timeout.toNanos();
		try {
			// A thread may have started another one for what waited.
			while (!this.alive.isEmpty()) {
				for (Thread thread : this.alive) {
					long remaining = deadline - System.nanoTime();
					if (remaining <= 0) {
						return false;
					}
					TimeUnit.NANOSECONDS.timedJoin(thread, remaining);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return this.alive.isEmpty();
	}

}
