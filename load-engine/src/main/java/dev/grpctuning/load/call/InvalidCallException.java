package dev.grpctuning.load.call;

/** Thrown when a call cannot be made; the message names the property. */
public class InvalidCallException extends IllegalArgumentException {

	public InvalidCallException(String message) {
		super(message);
	}

	public InvalidCallException(String message, Throwable cause) {
		super(message, cause);
	}

}
