package dev.grpctuning.load.schedule;

/**
 * Thrown when it is not known any more when the next call is due. The message says why,
 * as the end of a sentence that begins with what says so.
 */
public class ScheduleLostException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	ScheduleLostException(String message, Throwable cause) {
		super(message, cause);
	}

}
