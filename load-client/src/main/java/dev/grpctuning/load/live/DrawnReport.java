package dev.grpctuning.load.live;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The report of the results so far. It is drawn only if a page asks for it, and once for
 * all pages, because drawing takes time of the processors that the load needs.
 */
final class DrawnReport {

	private @Nullable Supplier<String> source;

	private byte @Nullable [] drawn;

	/** Draws from another source from now on. */
	synchronized void of(Supplier<String> other) {
		this.source = other;
		this.drawn = null;
	}

	/** There is more in the source than was drawn. */
	synchronized void changed() {
		this.drawn = null;
	}

	/** Returns the page, or {@code null} if there are no results. */
	synchronized byte @Nullable [] draw() {
		if (this.drawn == null && this.source != null) {
			this.drawn = LiveFiles.bytes(this.source.get());
		}
		return this.drawn;
	}

}
