package dev.grpctuning.load.target;

import java.io.IOException;

/**
 * Thrown when no gRPC server could be reached at an address. The message says the address
 * and why, as the end of a sentence that begins with the property.
 */
public class TargetUnreachableException extends IOException {

	private static final long serialVersionUID = 1L;

	private final boolean forGood;

	/**
	 * Says that an address could not be reached.
	 * @param address the address
	 * @param reason what was found there
	 */
	public TargetUnreachableException(TargetAddress address, String reason) {
		super("no gRPC server at " + address + ": " + reason);
		this.forGood = false;
	}

	/**
	 * Says that an address could not be reached.
	 * @param address the address
	 * @param reason what was found there
	 * @param cause what had been tried
	 */
	public TargetUnreachableException(TargetAddress address, String reason, Throwable cause) {
		this(address, reason, cause, false);
	}

	private TargetUnreachableException(TargetAddress address, String reason, Throwable cause, boolean forGood) {
		super("no gRPC server at " + address + ": " + reason, cause);
		this.forGood = forGood;
	}

	/**
	 * Says that an address can never be reached with the client's own settings.
	 * @param address the address
	 * @param reason what is wrong with them
	 * @param cause what had been tried
	 * @return the exception
	 */
	public static TargetUnreachableException forGood(TargetAddress address, String reason, Throwable cause) {
		return new TargetUnreachableException(address, reason, cause, true);
	}

	/**
	 * Whether there is no use in waiting for the server.
	 * @return whether the client's own settings are the reason
	 */
	public boolean isForGood() {
		return this.forGood;
	}

}
