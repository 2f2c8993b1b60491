package dev.grpctuning.load.engine.drive;

/** Starts the calls of one load model. */
public interface LoadDriver {

	/**
	 * Starts calls until the plan is done or the run is stopped, and returns the time
	 * without waiting for open calls.
	 */
	long drive(WarmupPhase warmup) throws InterruptedException;

	/**
	 * How long the server was silent while calls were sent. A pause of the plan does not
	 * count, and neither does a pause of the client after the plan.
	 */
	long silentNanos(long lastSignNanos);

	/** Starts no more calls. Open calls stay unfinished. */
	default void close() {
	}

}
