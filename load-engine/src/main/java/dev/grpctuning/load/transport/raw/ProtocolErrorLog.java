package dev.grpctuning.load.transport.raw;

import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;

/**
 * Counts protocol errors once each, and keeps the first.
 */
final class ProtocolErrorLog {

	private ProtocolErrors errors = ProtocolErrors.NONE;

	synchronized void add(String what) {
		this.errors = this.errors.plus(new ProtocolErrors(1, what));
	}

	synchronized ProtocolErrors errors() {
		return this.errors;
	}

}
