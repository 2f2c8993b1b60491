package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.MoreExecutors;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;

/** Creates what handlers run on. */
public final class HandlerExecutorFactory {

	private final int javaVersion;

	private final @Nullable ClassLoader classLoader;

	private volatile @Nullable ApplicationExecutor application;

	/**
	 * Creates a factory.
	 * @param classLoader context class loader of the threads
	 * @param application gives the application's own executor, {@code null} if none is
	 * known
	 */
	public HandlerExecutorFactory(int javaVersion, @Nullable ClassLoader classLoader,
			@Nullable ApplicationExecutor application) {
		this.javaVersion = javaVersion;
		this.classLoader = classLoader;
		this.application = application;
	}

	/**
	 * Returns a factory for a server, and remembers whether the application gave it an
	 * executor.
	 */
	public HandlerExecutorFactory of(@Nullable Executor given) {
		ApplicationExecutor own = (given != null) ? () -> given : null;
		this.application = own;
		return new HandlerExecutorFactory(this.javaVersion, this.classLoader, own);
	}

	/** Type of executor of a server whose executor is not set. */
	public ExecutorType untuned() {
		return (this.application != null) ? ExecutorType.APPLICATION : ExecutorType.CACHED;
	}

	/** Why a type is not available, in a few words, or {@code null} if it is. */
	public @Nullable String unavailabilityReason(ExecutorType type) {
		return switch (type) {
			case DIRECT, FORK_JOIN, FIXED, CACHED, ADAPTIVE -> null;
			case VIRTUAL ->
				(this.javaVersion < 21) ? "needs Java 21 or later and this is Java " + this.javaVersion : null;
			case APPLICATION -> (this.application == null)
					? "needs an executor that the application has given its server, and none is known" : null;
		};
	}

	public HandlerExecutor create(ExecutorSettings settings) {
		HandlerThreadFactory threads = new HandlerThreadFactory(settings.threadNamePrefix(), this.classLoader);
		return switch (settings.type()) {
			// gRPC recognizes the instance and leaves its queues out.
			case DIRECT -> new HandlerExecutor(MoreExecutors.directExecutor(), null);
			case FORK_JOIN -> new HandlerExecutor(new ForkJoinPool(settings.threads(), threads, null, true));
			case FIXED -> new HandlerExecutor(
					(settings.codelInterval() != null) ? codel(settings.threads(), threads, settings.codelInterval())
							: Executors.newFixedThreadPool(settings.threads(), threads));
			case CACHED -> new HandlerExecutor(Executors.newCachedThreadPool(threads));
			// Before Java 21, only an adaptive executor gets here: virtual is refused.
			case VIRTUAL -> (unavailabilityReason(ExecutorType.VIRTUAL) == null) ? virtual(settings)
					: new HandlerExecutor(Executors.newCachedThreadPool(threads));
			case ADAPTIVE -> throw new IllegalArgumentException("type: adaptive (expected: the type of its threads)");
			case APPLICATION -> new HandlerExecutor(Objects.requireNonNull(this.application).get(), null);
		};
	}

	private static ExecutorService codel(int threads, ThreadFactory factory, Duration interval) {
		CodelQueue queue = new CodelQueue(interval, System::nanoTime);
		return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, queue, factory) {

			@Override
			public void execute(Runnable task) {
				super.execute(queue.arriving(task));
			}

		};
	}

	/** Uses reflection, because the code is compiled for Java 17. */
	private static HandlerExecutor virtual(ExecutorSettings settings) {
		try {
			Class<?> type = Class.forName("java.lang.Thread$Builder");
			Object builder = type.getMethod("name", String.class, long.class)
				.invoke(Thread.class.getMethod("ofVirtual").invoke(null), settings.threadNamePrefix(), 1L);
			ExecutorService threads = (ExecutorService) Executors.class
				.getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
				.invoke(null, type.getMethod("factory").invoke(builder));
			Integer max = settings.maxVirtualThreads();
			return new HandlerExecutor((max != null) ? new BoundedExecutor(threads, max) : threads, threads);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("Virtual threads need Java 21 or later", ex);
		}
	}

	/** Supplies the application's own executor for its gRPC server. */
	@FunctionalInterface
	public interface ApplicationExecutor {

		Executor get();

	}

}
