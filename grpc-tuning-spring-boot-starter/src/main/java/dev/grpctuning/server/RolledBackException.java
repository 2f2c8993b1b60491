package dev.grpctuning.lifecycle;

/**
 * A new generation could not start, and the old one goes on.
 */
public final class RolledBackException extends Exception {

	private final boolean serving;

	/**
	 * Creates the exception.
	 * @param message why, in one line
	 * @param serving whether the old settings are in force and the server listens
	 * @param cause what went wrong
	 */
	public RolledBackException(String message, boolean serving, Throwable cause) {
		super(message, cause);
		this.serving = serving;
	}

	/**
	 * Whether the server listens with the old settings. Only a restart whose port was
	 * taken in between can lose it.
	 */
	public boolean isServing() {
		return this.serving;
	}

}
