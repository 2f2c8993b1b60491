package dev.grpctuning.load.transport;

import java.io.IOException;
import java.time.Duration;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.PeerText;

/**
 * Thrown when no gRPC server at an address can be called. The message names the address
 * and the reason.
 */
public class TargetUnreachableException extends IOException {

	private static final String NO_SERVER = "no gRPC server at %s: %s";

	private final Kind kind;

	public TargetUnreachableException(TargetAddress address, String reason) {
		this(NO_SERVER.formatted(address, PeerText.clean(reason)), null, Kind.NO_SERVER);
	}

	public TargetUnreachableException(TargetAddress address, String reason, Throwable cause) {
		this(NO_SERVER.formatted(address, PeerText.clean(reason)), cause, Kind.NO_SERVER);
	}

	private TargetUnreachableException(String message, @Nullable Throwable cause, Kind kind) {
		super(message, cause);
		this.kind = kind;
	}

	/** A process listens at the address, but this client cannot call it. */
	public static TargetUnreachableException notReady(TargetAddress address, Duration waited, Status failure) {
		String reason = PeerText.clean(String.valueOf(failure.getDescription()));
		if (TlsFailure.describe(failure.getCause()) != null) {
			return new TargetUnreachableException("no TLS connection to %s: %s".formatted(address, reason),
					failure.getCause(), Kind.REFUSED);
		}
		String silence = "a connection is accepted, but no gRPC server answers within %d ms: %s"
			.formatted(waited.toMillis(), reason);
		return new TargetUnreachableException(NO_SERVER.formatted(address, silence), null, Kind.NO_ANSWER);
	}

	/** A gRPC server is there, but it does not answer in time. */
	public static TargetUnreachableException busy(TargetAddress address, Duration waited, Throwable cause) {
		return new TargetUnreachableException(
				"the gRPC server at %s did not answer a reflection request within %d ms; lower its load, raise load.connect-timeout, or name a file with --proto"
					.formatted(address, waited.toMillis()),
				cause, Kind.REFUSED);
	}

	/** The client's own settings make every connection fail. */
	public static TargetUnreachableException forGood(TargetAddress address, String reason, Throwable cause) {
		return new TargetUnreachableException("no connection to " + address + ": " + reason, cause, Kind.FOR_GOOD);
	}

	/** Whether waiting is pointless: the client's own settings are the reason. */
	public boolean isForGood() {
		return this.kind == Kind.FOR_GOOD;
	}

	/** Whether no gRPC server was found, rather than one that cannot be called. */
	public boolean isNoServer() {
		return this.kind == Kind.NO_SERVER || this.kind == Kind.NO_ANSWER;
	}

	/** Adds a hint if the process that listens at the address is not a gRPC server. */
	public TargetUnreachableException withHintIfNoAnswer(String hint) {
		return (this.kind == Kind.NO_ANSWER)
				? new TargetUnreachableException(getMessage() + " (" + hint + ")", this, this.kind) : this;
	}

	private enum Kind {

		NO_SERVER, NO_ANSWER, REFUSED, FOR_GOOD

	}

}
