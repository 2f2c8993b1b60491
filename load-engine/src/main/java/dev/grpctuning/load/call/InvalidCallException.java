package dev.grpctuning.load.target;

/**
 * Thrown when a call cannot be made as the plan has it. The message is one line for the
 * user that begins with the property and says what is allowed.
 */
public class InvalidCallException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	/**
	 * Says what is wrong.
	 * @param message the line, without a full stop at its end
	 */
	public InvalidCallException(String message) {
		super(message);
	}

	/**
	 * Says what is wrong.
	 * @param message the line, without a full stop at its end
	 * @param cause what had been tried
	 */
	public InvalidCallException(String message, Throwable cause) {
		super(message, cause);
	}

}
