package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.core.task.VirtualThreadTaskExecutor;

/**
 * Runs each task on a virtual thread of its own. Spring's executor creates the threads,
 * because this module is compiled for Java 17. It does not know which are alive, so this
 * class keeps them.
 */
class VirtualHandlerExecutor implements HandlerExecutor, Executor {

	private final ThreadFactory threads = new VirtualThreadTaskExecutor().getVirtualThreadFactory();

	private final String threadNamePrefix;

	private final AtomicLong number = new AtomicLong();

	private final Set<Thread> alive = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	VirtualHandlerExecutor(String threadNamePrefix) {
		this.threadNamePrefix = threadNamePrefix;
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
		this.alive.forEach(Thread::interrupt);
		return join(grace);
	}

	private boolean join(Duration timeout) {
		long deadline = System.nanoTime() + timeout.toNanos();
		try {
			for (Thread thread : this.alive) {
				long remaining = deadline - System.nanoTime();
				if (remaining <= 0) {
					return false;
				}
				TimeUnit.NANOSECONDS.timedJoin(thread, remaining);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return this.alive.isEmpty();
	}

}
