package dev.grpctuning.observe;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds large messages that keep an event loop from its other calls, because they are
 * parsed, handled or serialized on it. Measures only large messages. Safe for use by
 * several threads.
 */
public final class LargeMessages {

	/** Smallest size in bytes that is measured. */
	public static final int LARGE = 256 << 10;

	/** Shortest time that counts. */
	static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private final LongAdder count = new LongAdder();

	private final AtomicReference<@Nullable Held> longest = new AtomicReference<>();

	/**
	 * Measures the time until the current thread's event loop, if it has one, has handled
	 * all that it has read by now.
	 */
	public void beforeHandling(String method, long bytes) {
		EventExecutor loop = ThreadExecutorMap.currentExecutor();
		if (loop != null && bytes >= LARGE) {
			long from = System.nanoTime();
			loop.execute(() -> held(new Held(method, bytes, System.nanoTime() - from)));
		}
	}

	void held(Held held) {
		if (held.nanos() >= LONG_NANOS) {
			this.count.increment();
			this.longest.accumulateAndGet(held,
					(old, next) -> (old == null || (next != null && next.nanos() > old.nanos())) ? next : old);
		}
	}

	/** Number of messages that held up an event loop for at least 5 ms. */
	public long count() {
		return this.count.sum();
	}

	/** The one that held up its event loop for longest, {@code null} if none did. */
	public @Nullable Held longest() {
		return this.longest.get();
	}

	/** A message, and the time for which it held up its event loop. */
	public record Held(String method, long bytes, long nanos) {

	}

}
