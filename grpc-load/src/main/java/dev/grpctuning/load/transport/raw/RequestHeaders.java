package dev.grpctuning.load.transport.raw;

import java.util.Map;
import java.util.function.Function;

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

import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.call.Headers;

/** The headers that all requests share, of which the last is the deadline, if any. */
record RequestHeaders(Http2Headers headers, boolean hasTimeout) {

	/** Default SETTINGS_HEADER_TABLE_SIZE. */
	static final long TABLE_BYTES = 4096;

	/** RFC 7541, section 4.1. */
	private static final int ENTRY_OVERHEAD = 32;

	static RequestHeaders of(String method, Compression compression, String scheme, @Nullable String userAgent,
			String authority, Headers metadata, @Nullable CallTimeout timeout) {
		Http2Headers headers = new DefaultHttp2Headers(false).method("POST")
			.scheme(scheme)
			.path("/" + method)
			.authority(authority);
		headers.add("te", "trailers");
		headers.add("content-type", "application/grpc");
		headers.add("user-agent", GrpcUtil.getGrpcUserAgent("raw", userAgent));
		headers.add("grpc-accept-encoding", "gzip");
		if (compression == Compression.GZIP) {
			headers.add("grpc-encoding", "gzip");
		}
		metadata.forEachFixed(headers::add);
		if (timeout != null) {
			// The last bytes of the block are those that change.
			headers.add(CallTimeout.HEADER, timeout.text(timeout.nanos()));
		}
		return new RequestHeaders(headers, timeout != null);
	}

	/**
	 * Blocks that put the headers into the server's dynamic table first, and then refer
	 * to them. Nothing else is ever put there.
	 */
	Blocks<byte[]> indexed() {
		return encode(TABLE_BYTES);
	}

	/**
	 * Blocks without a dynamic table. The first one announces that, as it must after the
	 * server reduced the table.
	 */
	Blocks<byte[]> literal() {
		return encode(0);
	}

	/** Whether the default dynamic table can hold the headers. */
	boolean fitTheTable() {
		long bytes = 0;
		for (Map.Entry<CharSequence, CharSequence> header : this.headers) {
			bytes += header.getKey().length() + header.getValue().length() + ENTRY_OVERHEAD;
		}
		return bytes <= TABLE_BYTES;
	}

	private Blocks<byte[]> encode(long tableBytes) {
		try (DefaultHttp2HeadersEncoder encoder = encoder((name, value) -> CallTimeout.HEADER.contentEquals(name))) {
			encoder.configuration().maxHeaderTableSize(tableBytes);
			return new Blocks<>(encode(encoder, this.headers), encode(encoder, this.headers));
		}
		catch (Http2Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Encodes headers that are in no table and differ between calls. */
	static byte[] encodeVarying(Http2Headers headers) {
		try (DefaultHttp2HeadersEncoder encoder = encoder((name, value) -> true)) {
			return encode(encoder, headers);
		}
		catch (Http2Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static DefaultHttp2HeadersEncoder encoder(Http2HeadersEncoder.SensitivityDetector varying) {
		return new DefaultHttp2HeadersEncoder(varying, true, 16, Integer.MAX_VALUE);
	}

	private static byte[] encode(Http2HeadersEncoder encoder, Http2Headers headers) throws Http2Exception {
		ByteBuf block = Unpooled.buffer();
		encoder.encodeHeaders(1, headers, block);
		return ByteBufUtil.getBytes(block);
	}

	/** What is sent with a connection's first request, and with all others. */
	record Blocks<T>(T first, T further) {

		<U> Blocks<U> map(Function<T, U> form) {
			return new Blocks<>(form.apply(this.first), form.apply(this.further));
		}

	}

}
