package dev.grpctuning.load.engine.raw;

import java.util.function.LongFunction;
import java.util.function.LongSupplier;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http2.Http2CodecUtil;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a plan, ready to be copied to their connections as far as they are all
 * the same. Closing it gives its memory back; nothing may be sent any more then.
 */
final class PreparedRequest implements AutoCloseable {

	/**
	 * A body of up to this length goes out together with its headers.
	 */
	private static final int MAX_WHOLE_BYTES = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

	private final RawRequest request;

	private final @Nullable CallTimeout timeout;

	private final RequestContent content;

	private final @Nullable LongFunction<RequestContent> contents;

	private final LongSupplier numbers;

	private final boolean indexable;

	private final Variants indexed;

	private final Variants literal;

	/**
	 * Prepares requests.
	 * @param request what is the same for all calls
	 * @param headers the headers of all calls, with the deadline unless it is in their
	 * contents
	 * @param content the content of a call
	 * @param contents the content of each call by its number, or {@code null} if that one
	 * is the same for all
	 * @param numbers gives the next call its number
	 */
	PreparedRequest(RawRequest request, RequestHeaders headers, RequestContent content,
			@Nullable LongFunction<RequestContent> contents, LongSupplier numbers) {
		this.request = request;
		this.timeout = (request.deadline() != null) ? new CallTimeout(request.deadline()) : null;
		this.content = content.direct();
		this.contents = contents;
		this.numbers = numbers;
		this.indexable = headers.fitTheTable();
		boolean hasTimeout = headers.timeout() != null;
		this.indexed = variants(headers.indexed(), hasTimeout);
		this.literal = variants(headers.literal(), hasTimeout);
	}

	private Variants variants(RequestHeaders.Blocks blocks, boolean hasTimeout) {
		return new Variants(variant(blocks.first(), hasTimeout), variant(blocks.further(), hasTimeout));
	}

	private Variant variant(byte[] block, boolean hasTimeout) {
		int length = this.content.bodyBytes();
		return new Variant(block, RequestFrames.of(block, hasTimeout, null, length == 0),
				(length > 0 && length <= MAX_WHOLE_BYTES)
						? RequestFrames.of(block, hasTimeout, ByteBufUtil.getBytes(this.content.body()), true) : null);
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

	/**
	 * What is the same for all calls.
	 */
	RawRequest request() {
		return this.request;
	}

	@Nullable CallTimeout timeout() {
		return this.timeout;
	}

	/**
	 * The number of the next call, or any if that does not matter.
	 */
	long nextNumber() {
		return this.numbers.getAsLong();
	}

	/**
	 * The content of a call by its number.
	 */
	RequestContent content(long number) {
		return (this.contents != null) ? this.contents.apply(number) : this.content;
	}

	/**
	 * Whether a content is in the frames.
	 */
	boolean isPrepared(RequestContent candidate) {
		return candidate == this.content;
	}

	@Override
	public void close() {
		this.content.body().release();
	}

	/**
	 * The frames of a request.
	 *
	 * @param block the header block
	 * @param head headers without the body
	 * @param whole headers and the prepared body, or {@code null} if the body is too long
	 * for that or there is none
	 */
	record Variant(byte[] block, RequestFrames head, @Nullable RequestFrames whole) {
	}

	private record Variants(Variant first, Variant further) {
	}

}
