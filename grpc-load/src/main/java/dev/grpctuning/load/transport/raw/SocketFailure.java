package dev.grpctuning.load.transport.raw;

import java.io.IOException;
import java.security.GeneralSecurityException;

import com.google.common.base.Throwables;
import io.grpc.Status;
import io.netty.channel.ChannelException;
import io.netty.handler.ssl.NotSslRecordException;

import dev.grpctuning.load.transport.PeerProtocol;
import dev.grpctuning.load.transport.TlsFailure;

final class SocketFailure {

	private SocketFailure() {
	}

	static Status connecting(Throwable cause) {
		return (cause instanceof ChannelException) ? status(cause) : status(cause, cause);
	}

	static Status status(Throwable failure) {
		return status(failure, Throwables.getRootCause(failure));
	}

	private static Status status(Throwable failure, Throwable cause) {
		String tls = TlsFailure.describe(failure);
		if (tls != null) {
			return Status.UNAVAILABLE.withDescription(tls).withCause(failure);
		}
		return switch (cause) {
			case NotSslRecordException ex -> Status.UNAVAILABLE.withDescription(PeerProtocol.NOT_TLS);
			case IOException ex -> Status.UNAVAILABLE.withDescription(ex.getMessage());
			case GeneralSecurityException ex ->
				Status.UNAVAILABLE.withDescription("the TLS handshake failed: " + ex.getMessage());
			default -> Status.INTERNAL.withDescription("the client failed: " + cause).withCause(cause);
		};
	}

}
