package dev.grpctuning.load.engine;

/**
 * Thrown when a run was ended by a bug of this client, which could not watch it any more.
 */
public final class BrokenRunException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	BrokenRunException(Throwable bug) {
		super("the run was ended, because the client could not watch it any more, which is a bug: " + bug, bug);
	}

}
