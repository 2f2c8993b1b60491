package dev.grpctuning.load.engine.transport;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * Names what a peer speaks that does not speak HTTP/2, by the first bytes it sends.
 */
public final class PeerProtocol {

	/**
	 * What is said of a peer that does not send anything.
	 */
	public static final String SILENT = "the peer says nothing";

	/**
	 * What is said of a peer that does not answer in TLS.
	 */
	public static final String NOT_TLS = "the peer does not speak TLS";

	/**
	 * How many bytes are enough to tell.
	 */
	public static final int ENOUGH_BYTES = 5;

	private static final String HTTP = "HTTP/";

	/**
	 * The types of the records with which a server may begin: alert and handshake.
	 */
	private static final String TLS_RECORDS = "\u0015\u0016";

	private static final int TLS_MAJOR_VERSION = 3;

	private PeerProtocol() {
	}

	/**
	 * Recognises a protocol other than HTTP/2.
	 * @param first the first bytes
	 * @return what the peer does, or {@code null} if they are no known beginning
	 */
	public static @Nullable String recognise(byte[] first) {
		if (new String(first, StandardCharsets.ISO_8859_1).startsWith(HTTP)) {
			return "the peer answers HTTP/1, not HTTP/2";
		}
		return (first.length >= 2 && TLS_RECORDS.indexOf(first[0]) >= 0 && first[1] == TLS_MAJOR_VERSION)
				? "the peer speaks TLS" : null;
	}

	/**
	 * Names the protocol of a peer of which it is known that it does not speak HTTP/2.
	 * @param first the first bytes
	 * @return what the peer does
	 */
	public static String name(byte[] first) {
		String known = recognise(first);
		return (known != null) ? known
				: "the peer does not speak HTTP/2, its first bytes are " + HexFormat.of().formatHex(first);
	}

}
