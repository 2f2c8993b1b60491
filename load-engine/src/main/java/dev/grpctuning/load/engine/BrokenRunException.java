package dev.grpctuning.load.engine;

/**
 * Thrown when a bug of this client ended a run.
 */
public final class BrokenRunException extends RuntimeException {

	BrokenRunException(Throwable bug) {
		super("a bug of this client ended the run: " + bug, bug);
	}

}
