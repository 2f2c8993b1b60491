package dev.grpctuning.server;

import dev.grpctuning.server.TuningChange.Outcome;

/** A new generation could not start. */
final class NotReplacedException extends Exception {

	private final Outcome outcome;

	NotReplacedException(String message, Outcome outcome, Throwable cause) {
		super(message, cause);
		this.outcome = outcome;
	}

	/** What has become of the server. */
	Outcome outcome() {
		return this.outcome;
	}

}
