package dev.grpctuning.load.server.tuning;

/** Thrown, with the reason, when a server's tuning cannot be read or changed. */
public class TuningRefusedException extends Exception {

	public TuningRefusedException(String message) {
		super(message);
	}

}
