package dev.grpctuning.lifecycle;

/**
 * There is no running server to change: it has not started, or is being shut down.
 */
public final class NoServerException extends Exception {

	NoServerException(String message) {
		super(message);
	}

}
