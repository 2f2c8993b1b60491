package dev.grpctuning.load.transport.raw;

import java.util.LinkedHashMap;
import java.util.Map;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;

/** Decodes requests as a server does, with the state of one connection. */
final class RequestDecoder {

	private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(true, 100_000);

	void tableSize(int bytes) throws Http2Exception {
		this.decoder.maxHeaderTableSize(bytes);
	}

	/** The size that the client has chosen. */
	long tableSize() {
		return this.decoder.maxHeaderTableSize();
	}

	Map<String, String> decode(byte[] block) throws Http2Exception {
		Map<String, String> headers = new LinkedHashMap<>();
		this.decoder.decodeHeaders(1, Unpooled.wrappedBuffer(block))
			.forEach((header) -> headers.put(header.getKey().toString(), header.getValue().toString()));
		return headers;
	}

}
