package dev.grpctuning.load.target;

import java.io.IOException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when no gRPC server could be reached at an address. The message says the address
 * and why, as the end of a sentence that begins with the property; where the client's own
 * settings are the reason, it names them itself.
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

	private TargetUnreachableException(TargetAddress address, String reason, @Nullable Throwable cause,
			boolean forGood) {
		super((forGood ? "no connection to " : "no gRPC server at ") + address + ": " + reason, cause);
		this.forGood = forGood;
	}

	/**
	 * Says that somebody listens at an address, but no gRPC server.
	 * @param address the address
	 * @param waited how long it was waited for
	 * @param reason what was found there
	 * @param cause what had been tried, or {@code null}
	 * @return the exception
	 */
	public static TargetUnreachableException noAnswer(TargetAddress address, Duration waited, String reason,
			@Nullable Throwable cause) {
		return new TargetUnreachableException(address,
				"a connection is accepted, but no gRPC server answers within %d ms: %s (grpc.client.GLOBAL.negotiation-type says whether TLS is spoken)"
					.formatted(waited.toMillis(), reason),
				cause, false);
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
