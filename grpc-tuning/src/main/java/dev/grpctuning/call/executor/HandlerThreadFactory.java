package dev.grpctuning.call.executor;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Creates numbered daemon threads with the application's class loader, which a fork-join
 * pool would not set.
 */
class HandlerThreadFactory implements ThreadFactory, ForkJoinWorkerThreadFactory {

	private final String prefix;

	private final @Nullable ClassLoader classLoader;

	private final AtomicInteger number = new AtomicInteger();

	HandlerThreadFactory(String prefix, @Nullable ClassLoader classLoader) {
		this.prefix = prefix;
		this.classLoader = classLoader;
	}

	@Override
	public Thread newThread(Runnable task) {
		return prepare(new Thread(task));
	}

	@Override
	public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
		return prepare(new ForkJoinWorkerThread(pool) {
		});
	}

	private <T extends Thread> T prepare(T thread) {
		thread.setName(this.prefix + this.number.incrementAndGet());
		thread.setDaemon(true);
		thread.setContextClassLoader(this.classLoader);
		return thread;
	}

}
