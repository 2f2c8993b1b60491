package dev.grpctuning.server;

/** No running server can be changed: it has not started or is shutting down. */
public final class NoServerException extends Exception {

	NoServerException(String message) {
		super(message);
	}

}
