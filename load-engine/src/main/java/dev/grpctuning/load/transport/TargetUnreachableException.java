package dev.grpctuning.load.transport;

import java.io.IOException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when there is no gRPC server at an address. The message names the address and
 * the reason.
 */
public class TargetUnreachableException extends IOException {

	private final boolean forGood;

	public TargetUnreachableException(TargetAddress address, String reason) {
		this(address, reason, null, false);
	}

	public TargetUnreachableException(TargetAddress address, String reason, Throwable cause) {
		this(address, reason, cause, false);
	}

	private TargetUnreachableException(TargetAddress address, String reason, @Nullable Throwable cause,
			boolean forGood) {
		super((forGood ? "no connection to " : "no gRPC server at ") + address + ": " + reason, cause);
		this.forGood = forGood;
	}

	/** Somebody listens at the address, but no gRPC server. */
	public static TargetUnreachableException noAnswer(TargetAddress address, Duration waited, String reason,
			@Nullable Throwable cause) {
		return new TargetUnreachableException(address,
				"a connection is accepted, but no gRPC server answers within %d ms: %s (grpc.client.GLOBAL.negotiation-type says whether TLS is spoken)"
					.formatted(waited.toMillis(), reason),
				cause, false);
	}

	/** The client's own settings make every connection fail. */
	public static TargetUnreachableException forGood(TargetAddress address, String reason, Throwable cause) {
		return new TargetUnreachableException(address, reason, cause, true);
	}

	/** Whether waiting is pointless: the client's own settings are the reason. */
	public boolean isForGood() {
		return this.forGood;
	}

}
