package dev.grpctuning.load.engine.raw;

import java.io.IOException;
import java.security.GeneralSecurityException;

import com.google.common.base.Throwables;
import io.grpc.Status;
import io.netty.channel.ChannelException;
import io.netty.handler.ssl.NotSslRecordException;

import dev.grpctuning.load.engine.transport.PeerProtocol;

/**
 * Says in a line what went wrong with a socket.
 */
final class SocketFailure {

	private SocketFailure() {
	}

	/**
	 * The status of the calls that wait for a socket.
	 * @param cause why there is none; Netty hides why it could not even make one
	 */
	static Status connecting(Throwable cause) {
		return status((cause instanceof ChannelException) ? Throwables.getRootCause(cause) : cause);
	}

	/**
	 * The status of the calls that a socket takes with it.
	 * @param cause the root of what went wrong
	 */
	static Status status(Throwable cause) {
		return switch (cause) {
			case NotSslRecordException ex -> Status.UNAVAILABLE.withDescription(PeerProtocol.NOT_TLS);
			case IOException ex -> Status.UNAVAILABLE.withDescription(ex.getMessage());
			case GeneralSecurityException ex ->
				Status.UNAVAILABLE.withDescription("TLS could not be agreed upon: " + ex.getMessage());
			default -> Status.INTERNAL.withDescription("the client failed: " + cause).withCause(cause);
		};
	}

}
