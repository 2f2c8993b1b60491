package dev.grpctuning.load.server.tuning;

/**
 * Thrown when a server's tuning cannot be read or changed as an experiment needs it. The
 * message says what the server said, and what to do.
 */
public class TuningRefusedException extends Exception {

	private static final long serialVersionUID = 1L;

	public TuningRefusedException(String message) {
		super(message);
	}

}
