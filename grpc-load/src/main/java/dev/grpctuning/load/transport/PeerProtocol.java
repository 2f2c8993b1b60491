package dev.grpctuning.load.transport;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Recognises other protocols than HTTP/2 by the first bytes of a peer. */
public final class PeerProtocol {

	public static final String SILENT = "the peer sends nothing";

	public static final String NOT_TLS = "the peer does not speak TLS";

	/** Number of bytes that suffice. */
	public static final int ENOUGH_BYTES = 5;

	/** Types of the records with which a TLS server may begin: alert and handshake. */
	private static final String TLS_RECORDS = "\u0015\u0016";

	private static final int TLS_MAJOR_VERSION = 3;

	private static final Pattern TEXT = Pattern.compile("[ -~]{4,}");

	private PeerProtocol() {
	}

	/** Describes the peer, or returns {@code null} if the bytes are not recognised. */
	public static @Nullable String recognise(byte[] first) {
		if (new String(first, StandardCharsets.ISO_8859_1).startsWith("HTTP/")) {
			return "the peer answers HTTP/1, not HTTP/2";
		}
		return (first.length >= 2 && TLS_RECORDS.indexOf(first[0]) >= 0 && first[1] == TLS_MAJOR_VERSION)
				? "the peer speaks TLS" : null;
	}

	public static String name(byte[] first) {
		String known = recognise(first);
		if (known != null) {
			return known;
		}
		Matcher text = TEXT.matcher(new String(first, StandardCharsets.ISO_8859_1));
		return "the peer does not speak HTTP/2, its first bytes are "
				+ (text.lookingAt() ? "\"" + text.group() + "\"" : HexFormat.of().formatHex(first));
	}

}
