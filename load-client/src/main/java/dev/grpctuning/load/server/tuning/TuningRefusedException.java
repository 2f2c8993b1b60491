package dev.grpctuning.load.server.tuning;

/**
 * Thrown when a server's tuning cannot be read or changed as an experiment needs it. The
 * message has the server's reason, and what to do.
 */
public class TuningRefusedException extends Exception {

	public TuningRefusedException(String message) {
		super(message);
	}

}
