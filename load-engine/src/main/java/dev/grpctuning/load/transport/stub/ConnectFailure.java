package dev.grpctuning.load.transport.stub;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.common.base.Throwables;
import io.grpc.Status;
import io.netty.handler.ssl.NotSslRecordException;

import dev.grpctuning.load.transport.PeerProtocol;

/**
 * Describes why no HTTP/2 connection could be made, from the status of a call.
 */
final class ConnectFailure {

	/** How Netty reports a peer that does not speak HTTP/2. */
	private static final Pattern FIRST_BYTES = Pattern
		.compile("Hex dump for (?:first \\d+|received) bytes: ([0-9a-f]+)");

	/** grpc-java names its own handlers when a peer ends a connection too early. */
	private static final Pattern HANDLERS = Pattern
		.compile("Connection clos(?:ing|ed) while performing protocol negotiation for \\[.*]");

	private ConnectFailure() {
	}

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
		return HANDLERS.matcher(message).replaceAll("Connection closed by the peer").replaceAll("\\s+", " ");
	}

}
