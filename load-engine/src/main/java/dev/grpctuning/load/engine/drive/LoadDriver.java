package dev.grpctuning.load.engine;

import org.jspecify.annotations.Nullable;

/**
 * Starts the calls of one model.
 */
interface LoadDriver {

	/**
	 * The driver of a model.
	 * @param model the model
	 * @param maxOpenCalls the most calls that may be open at once
	 */
	static LoadDriver of(LoadModel model, int maxOpenCalls) {
		return switch (model) {
			case LoadModel.Turns turns -> new TurnsDriver(turns, maxOpenCalls);
			case LoadModel.Closed closed -> new ClosedDriver(closed, maxOpenCalls);
			case LoadModel.Blocking blocking -> new BlockingDriver(blocking, maxOpenCalls);
			case LoadModel.Open open -> new OpenDriver(open, maxOpenCalls);
		};
	}

	/**
	 * Starts calls until the plan has been driven or the run is stopped, and returns
	 * without waiting for those still open.
	 * @param lanes where to start calls
	 * @param control whether to go on
	 * @param warming to be told when the warm-up begins and ends
	 * @return until when calls were sent, on the clock of the run
	 */
	long drive(Lanes lanes, RunControl control, Warming warming) throws InterruptedException;

	/**
	 * For how long the server was asked in vain at the end of driving. What comes of a
	 * pause that the plan makes is no silence.
	 * @param lastSignNanos when the server was heard of last
	 * @param drivenNanos until when calls were sent
	 * @return nanoseconds, not above 0 if it was heard of to the end
	 */
	default long silentNanos(long lastSignNanos, long drivenNanos) {
		return drivenNanos - lastSignNanos;
	}

	/**
	 * How long the calls of bursts were there.
	 * @return that, or {@code null} if this model has no bursts
	 */
	default @Nullable Bursts bursts() {
		return null;
	}

	/**
	 * Ends what the driver still does. What it has started and has not ended stays
	 * unfinished.
	 */
	default void close() {
	}

}
