package dev.grpctuning.load.engine.drive;

/** Starts the calls of one load model. */
public interface LoadDriver {

	/**
	 * Starts calls until the plan is done or the run is stopped, and returns the time
	 * without waiting for open calls.
	 */
	long drive(WarmupPhase warmup) throws InterruptedException;

	/**
	 * How long calls met a silent server. A pause of the plan is no silence, and neither
	 * is the time after the plan in which the client stood still.
	 */
	long silentNanos(long lastSignNanos);

	/** Starts no more calls. Open calls stay unfinished. */
	default void close() {
	}

}
