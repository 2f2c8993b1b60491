package dev.grpctuning.load.engine.raw;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;

/**
 * Says what a server speaks that does not begin as HTTP/2 does.
 */
final class OtherProtocol {

	private static final String HTTP_1 = "HTTP/1.";

	private static final int TLS_ALERT = 21;

	private static final int TLS_MAJOR_VERSION = 3;

	private OtherProtocol() {
	}

	/**
	 * Names the protocol.
	 * @param in the first bytes, at least as many as a frame's header has
	 */
	static String of(ByteBuf in) {
		int start = in.readerIndex();
		if (in.toString(start, HTTP_1.length(), StandardCharsets.US_ASCII).equals(HTTP_1)) {
			return "the server speaks HTTP/1";
		}
		if (in.getByte(start) == TLS_ALERT && in.getByte(start + 1) == TLS_MAJOR_VERSION) {
			return "the server speaks TLS";
		}
		return "the first frame of a server must be SETTINGS";
	}

}
