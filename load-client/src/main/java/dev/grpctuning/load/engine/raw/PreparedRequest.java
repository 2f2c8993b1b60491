package dev.grpctuning.load.engine.raw;

import java.util.Map;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2CodecUtil;
import org.jspecify.annotations.Nullable;

/**
 * The request that all calls make, ready to be copied to their connections. Closing it
 * gives its memory back; nothing may be sent any more then.
 */
final class PreparedRequest implements AutoCloseable {

	/**
	 * A body of up to this length goes out together with its headers.
	 */
	private static final int MAX_WHOLE_BYTES = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

	private final boolean oneResponse;

	private final @Nullable CallTimeout timeout;

	private final int messages;

	private final ByteBuf body;

	private final boolean indexable;

	private final Variants indexed;

	private final Variants literal;

	private PreparedRequest(RawRequest request, RequestHeaders headers) {
		byte[] bytes = request.body();
		this.oneResponse = request.oneResponse();
		this.timeout = headers.timeout();
		this.messages = request.messages().size();
		this.body = Unpooled.directBuffer(Math.max(1, bytes.length)).writeBytes(bytes);
		this.indexable = headers.fitTheTable();
		this.indexed = variants(headers.indexed(), bytes);
		this.literal = variants(headers.literal(), bytes);
	}

	/**
	 * Prepares a request.
	 * @param request what it asks
	 * @param options what goes for every connection
	 * @param authority what the server is called
	 * @param metadata what is sent along, by lower-case key
	 */
	static PreparedRequest of(RawRequest request, RawOptions options, String authority, Map<String, String> metadata) {
		CallTimeout timeout = (request.deadline() != null) ? new CallTimeout(request.deadline()) : null;
		return new PreparedRequest(request,
				new RequestHeaders(request.path(), (options.tls() != null) ? "https" : "http", authority,
						options.userAgent(), request.gzip() ? "gzip" : null, timeout, metadata));
	}

	private Variants variants(RequestHeaders.Blocks blocks, byte[] bytes) {
		return new Variants(variant(blocks.first(), bytes), variant(blocks.further(), bytes));
	}

	private Variant variant(byte[] block, byte[] bytes) {
		boolean hasTimeout = this.timeout != null;
		return new Variant(RequestFrames.of(block, hasTimeout, null, bytes.length == 0),
				(bytes.length > 0 && bytes.length <= MAX_WHOLE_BYTES) ? RequestFrames.of(block, hasTimeout, bytes, true)
						: null);
	}

	/**
	 * The frames of one request.
	 * @param inTable whether the dynamic table of the server is used
	 * @param first whether it is the first request with or without it
	 */
	Variant frames(boolean inTable, boolean first) {
		Variants variants = inTable ? this.indexed : this.literal;
		return first ? variants.first() : variants.further();
	}

	/**
	 * Whether the dynamic table of a server can hold the headers.
	 */
	boolean isIndexable() {
		return this.indexable;
	}

	boolean isOneResponse() {
		return this.oneResponse;
	}

	@Nullable CallTimeout timeout() {
		return this.timeout;
	}

	int messages() {
		return this.messages;
	}

	/**
	 * Bytes of all messages, without their prefixes.
	 */
	int messageBytes() {
		return bodyBytes() - this.messages * RawRequest.PREFIX_BYTES;
	}

	ByteBuf body() {
		return this.body;
	}

	int bodyBytes() {
		return this.body.writerIndex();
	}

	@Override
	public void close() {
		this.body.release();
	}

	/**
	 * The frames of a request.
	 *
	 * @param head headers without the body
	 * @param whole headers and body, or {@code null} if the body is too long for that or
	 * there is none
	 */
	record Variant(RequestFrames head, @Nullable RequestFrames whole) {
	}

	private record Variants(Variant first, Variant further) {
	}

}
