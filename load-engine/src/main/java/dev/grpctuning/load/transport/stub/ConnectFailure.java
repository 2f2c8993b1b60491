package dev.grpctuning.load.engine.stub;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.common.base.Throwables;
import io.grpc.Status;
import io.netty.handler.ssl.NotSslRecordException;

import dev.grpctuning.load.engine.transport.PeerProtocol;

/**
 * Says what a peer is that no connection of HTTP/2 could be made to, from the status that
 * grpc-java ends a call with then.
 */
final class ConnectFailure {

	/**
	 * How Netty tells of a peer that does not begin as HTTP/2 has it.
	 */
	private static final Pattern FIRST_BYTES = Pattern
		.compile("Hex dump for (?:first \\d+|received) bytes: ([0-9a-f]+)");

	/**
	 * How grpc-java tells of a connection that the peer ends before it has said a word,
	 * with the names of its own handlers.
	 */
	private static final String ENDED = "Connection closing while performing protocol negotiation";

	private ConnectFailure() {
	}

	/**
	 * Says what was found.
	 * @param status how a call ended that did not wait for a connection
	 * @return what is to be said of the peer
	 */
	static String of(Status status) {
		if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
			return PeerProtocol.SILENT;
		}
		Throwable root = (status.getCause() != null) ? Throwables.getRootCause(status.getCause()) : null;
		String message = String.valueOf((root != null) ? root.getMessage() : status.getDescription());
		if (root instanceof NotSslRecordException) {
			return PeerProtocol.NOT_TLS;
		}
		Matcher first = FIRST_BYTES.matcher(message);
		if (first.find()) {
			return PeerProtocol.name(HexFormat.of().parseHex(first.group(1)));
		}
		if (message.startsWith(ENDED)) {
			return "Connection closed by the peer";
		}
		return message.replaceAll("\\s+", " ");
	}

}
