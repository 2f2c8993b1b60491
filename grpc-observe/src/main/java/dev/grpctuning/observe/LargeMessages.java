package dev.grpctuning.observe;

import java.util.concurrent.TimeUnit;

import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Finds large messages that hold up an event loop: while it parses, handles and
 * serializes one, its other calls wait. Safe for use by several threads.
 */
public final class LargeMessages {

	/** Size in bytes from which a message is measured. */
	public static final int LARGE = 256 << 10;

	/** Time from which a message counts as holding up its event loop. */
	static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private long count;

	private @Nullable Held longest;

	/**
	 * Measures how long the event loop of the current thread, if any, takes to handle
	 * what it has already read.
	 */
	public void beforeHandling(String method, long bytes) {
		EventExecutor loop = CurrentLoop.get();
		if (loop != null && bytes >= LARGE) {
			long from = System.nanoTime();
			loop.execute(() -> held(new Held(method, bytes, System.nanoTime() - from)));
		}
	}

	synchronized void held(Held held) {
		if (held.nanos() >= LONG_NANOS) {
			this.count++;
			this.longest = (this.longest == null || held.nanos() > this.longest.nanos()) ? held : this.longest;
		}
	}

	/** Number of messages that held up an event loop for at least 5 ms. */
	public synchronized long count() {
		return this.count;
	}

	/** Message that held up its event loop for longest, {@code null} if none did. */
	public synchronized @Nullable Held longest() {
		return this.longest;
	}

	/** A message, and the time for which it held up its event loop. */
	public record Held(String method, long bytes, long nanos) {

	}

}
