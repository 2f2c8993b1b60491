package dev.grpctuning.load.call;

/**
 * Thrown when a call cannot be made as planned. The message is one line for the user: the
 * property, and what is allowed, without a full stop.
 */
public class InvalidCallException extends IllegalArgumentException {

	public InvalidCallException(String message) {
		super(message);
	}

	public InvalidCallException(String message, Throwable cause) {
		super(message, cause);
	}

}
