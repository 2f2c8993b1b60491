package dev.grpctuning.load.transport.raw;

import java.util.Map;

import io.grpc.internal.GrpcUtil;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import org.jspecify.annotations.Nullable;

/**
 * The headers that all requests share.
 *
 * @param scheme {@code http} or {@code https}
 * @param encoding {@code grpc-encoding}, or {@code null} without compression
 * @param metadata further headers, by lower-case name
 */
record RequestHeaders(String path, String scheme, String authority, @Nullable String userAgent,
		@Nullable String encoding, @Nullable CallTimeout timeout, Map<String, String> metadata) {

	/**
	 * Default SETTINGS_HEADER_TABLE_SIZE.
	 */
	static final long TABLE_BYTES = 4096;

	/**
	 * RFC 7541, section 4.1.
	 */
	private static final int ENTRY_OVERHEAD = 32;

	static RequestHeaders of(RawRequest request, RawOptions options, String authority, Map<String, String> metadata,
			@Nullable CallTimeout timeout) {
		return new RequestHeaders(request.path(), (options.tls() != null) ? "https" : "http", authority,
				options.userAgent(), request.gzip() ? "gzip" : null, timeout, metadata);
	}

	/**
	 * Blocks that put the headers into the server's dynamic table first, and then refer
	 * to them. Nothing else is ever put there.
	 */
	Blocks indexed() {
		return encode(TABLE_BYTES);
	}

	/**
	 * Blocks without a dynamic table. The first one announces that, as it must after the
	 * server reduced the table.
	 */
	Blocks literal() {
		return encode(0);
	}

	/**
	 * Whether the default dynamic table can hold the headers.
	 */
	boolean fitTheTable() {
		long bytes = 0;
		for (Map.Entry<CharSequence, CharSequence> header : headers()) {
			bytes += header.getKey().length() + header.getValue().length() + ENTRY_OVERHEAD;
		}
		return bytes <= TABLE_BYTES;
	}

	private Blocks encode(long tableBytes) {
		try (DefaultHttp2HeadersEncoder encoder = encoder((name, value) -> CallTimeout.HEADER.contentEquals(name))) {
			encoder.configuration().maxHeaderTableSize(tableBytes);
			Http2Headers headers = headers();
			return new Blocks(encode(encoder, headers), encode(encoder, headers));
		}
		catch (Http2Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	static DefaultHttp2HeadersEncoder encoder(Http2HeadersEncoder.SensitivityDetector varying) {
		return new DefaultHttp2HeadersEncoder(varying, true, 16, Integer.MAX_VALUE);
	}

	private static byte[] encode(Http2HeadersEncoder encoder, Http2Headers headers) throws Http2Exception {
		ByteBuf block = Unpooled.buffer();
		encoder.encodeHeaders(1, headers, block);
		return ByteBufUtil.getBytes(block);
	}

	private Http2Headers headers() {
		Http2Headers headers = new DefaultHttp2Headers(false).method("POST")
			.scheme(this.scheme)
			.path(this.path)
			.authority(this.authority);
		headers.add("te", "trailers");
		headers.add("content-type", "application/grpc");
		headers.add("user-agent", GrpcUtil.getGrpcUserAgent("raw", this.userAgent));
		headers.add("grpc-accept-encoding", "gzip");
		if (this.encoding != null) {
			headers.add("grpc-encoding", this.encoding);
		}
		this.metadata.forEach(headers::add);
		if (this.timeout != null) {
			// The last bytes of the block are those that change.
			headers.add(CallTimeout.HEADER, this.timeout.text(this.timeout.nanos()));
		}
		return headers;
	}

	/**
	 * The block of a connection's first request, and that of all others.
	 */
	record Blocks(byte[] first, byte[] further) {
	}

}
