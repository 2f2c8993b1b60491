package dev.grpctuning.load.target;

import java.io.IOException;

/**
 * Thrown when no gRPC server could be reached at an address. The message says the address
 * and why, as the end of a sentence that begins with the property.
 */
public class TargetUnreachableException extends IOException {

	private static final long serialVersionUID = 1L;

	/**
	 * Says that an address could not be reached.
	 * @param address the address
	 * @param reason what was found there
	 */
	public TargetUnreachableException(TargetAddress address, String reason) {
		super("no gRPC server at " + address + ": " + reason);
	}

	/**
	 * Says that an address could not be reached.
	 * @param address the address
	 * @param reason what was found there
	 * @param cause what had been tried
	 */
	public TargetUnreachableException(TargetAddress address, String reason, Throwable cause) {
		super("no gRPC server at " + address + ": " + reason, cause);
	}

}
