package dev.grpctuning.load.engine.drive;

/** Starts the calls of one load model. */
public interface LoadDriver {

	/**
	 * Starts calls until the plan is done or the run is stopped, and returns the time
	 * without waiting for open calls.
	 */
	long drive(WarmupPhase warmup) throws InterruptedException;

	/** How long calls met a silent server. A pause of the plan is no silence. */
	default long silentNanos(long lastSignNanos, long drivenNanos) {
		return drivenNanos - lastSignNanos;
	}

	/** Starts no more calls. Open calls stay unfinished. */
	default void close() {
	}

}
