package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

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
			case DIRECT -> new Unowned(MoreExecutors.directExecutor());
			case FORK_JOIN -> new PooledHandlerExecutor(new ForkJoinPool(settings.threads(), threads, null, true));
			case FIXED -> (settings.codelInterval() != null)
					? PooledHandlerExecutor.codel(settings.threads(), threads, settings.codelInterval())
					: new PooledHandlerExecutor(Executors.newFixedThreadPool(settings.threads(), threads));
			case CACHED -> new PooledHandlerExecutor(Executors.newCachedThreadPool(threads));
			// Before Java 21, only an adaptive executor gets here: virtual is refused.
			case VIRTUAL -> (unavailabilityReason(ExecutorType.VIRTUAL) == null)
					? new VirtualHandlerExecutor(settings.threadNamePrefix(), settings.maxVirtualThreads())
					: new PooledHandlerExecutor(Executors.newCachedThreadPool(threads));
			case ADAPTIVE -> throw new IllegalArgumentException("type: adaptive (expected: the type of its threads)");
			case APPLICATION -> new Unowned(Objects.requireNonNull(this.application).get());
		};
	}

	/** Supplies the application's own executor for its gRPC server. */
	@FunctionalInterface
	public interface ApplicationExecutor {

		Executor get();

	}

	private record Unowned(Executor executor) implements HandlerExecutor {

		@Override
		public boolean close(Duration grace) {
			return true;
		}

	}

}
