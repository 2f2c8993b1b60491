package dev.grpctuning.server;

/** A new generation could not start, and the old one continues. */
final class RolledBackException extends Exception {

	private final boolean serving;

	RolledBackException(String message, boolean serving, Throwable cause) {
		super(message, cause);
		this.serving = serving;
	}

	/** Whether the server still listens: a restart may have lost its port. */
	boolean isServing() {
		return this.serving;
	}

}
