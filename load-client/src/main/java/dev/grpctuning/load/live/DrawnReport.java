package dev.grpctuning.load.live;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The report of the results so far. It is drawn only if a page asks for it, and once for
 * all pages, because drawing takes time of the processors that the load needs. The run
 * never waits for it.
 */
final class DrawnReport {

	private final AtomicLong changes = new AtomicLong();

	private volatile @Nullable Supplier<String> source;

	private @Nullable Page drawn;

	/** Draws from another source from now on. */
	void of(Supplier<String> other) {
		this.source = other;
		changed();
	}

	/** There is more in the source than was drawn. */
	void changed() {
		this.changes.incrementAndGet();
	}

	/** Returns the page, or {@code null} if there are no results. */
	synchronized byte @Nullable [] draw() {
		long now = this.changes.get();
		Supplier<String> present = this.source;
		if (present != null && (this.drawn == null || this.drawn.changes != now)) {
			this.drawn = new Page(now, LiveFiles.bytes(present.get()));
		}
		return (this.drawn != null) ? this.drawn.content : null;
	}

	/** A page with the changes until it was drawn. */
	private record Page(long changes, byte[] content) {
	}

}
