package dev.grpctuning.load.transport.stub;

/**
 * Thrown when a connection was not ready in time, with the reason.
 */
class NotConnectedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	NotConnectedException(String message) {
		super(message);
	}

}
