package dev.grpctuning.load.engine.stub;

/**
 * Thrown when a connection was not ready in time. The message says what was found.
 */
class NotConnectedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	NotConnectedException(String message) {
		super(message);
	}

}
