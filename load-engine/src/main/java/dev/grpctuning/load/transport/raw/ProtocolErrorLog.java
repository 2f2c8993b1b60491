package dev.grpctuning.load.engine.raw;

import dev.grpctuning.load.engine.ProtocolErrors;

/**
 * Counts the protocol errors of all connections of a run, each once however many calls it
 * ends, and keeps what the first was.
 */
final class ProtocolErrorLog {

	private ProtocolErrors errors = ProtocolErrors.NONE;

	/**
	 * Notes an error. May be called on any thread.
	 * @param what what was wrong, with the frame
	 */
	synchronized void add(String what) {
		this.errors = this.errors.plus(new ProtocolErrors(1, what));
	}

	synchronized ProtocolErrors errors() {
		return this.errors;
	}

}
