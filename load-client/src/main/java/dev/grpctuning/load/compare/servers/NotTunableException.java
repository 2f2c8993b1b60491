package dev.grpctuning.load.compare.servers;

import dev.grpctuning.load.server.tuning.TuningRefusedException;

/** Thrown when no setting of a running server can be changed, whatever its value. */
class NotTunableException extends TuningRefusedException {

	NotTunableException(String message) {
		super(message);
	}

}
