package dev.grpctuning.load.transport.raw;

import java.util.function.LongFunction;
import java.util.function.LongSupplier;

import io.grpc.MethodDescriptor.MethodType;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http2.Http2CodecUtil;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;

/**
 * The requests of a plan, prepared as far as they are the same. Nothing may be sent after
 * it is closed.
 */
final class PreparedRequest implements AutoCloseable {

	/**
	 * Longest body that is sent together with its headers.
	 */
	private static final int MAX_WHOLE_BYTES = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

	private final MethodType type;

	private final CallSettings settings;

	private final @Nullable CallTimeout timeout;

	private final RequestContent content;

	private final @Nullable LongFunction<RequestContent> contents;

	private final LongSupplier numbers;

	private final boolean indexable;

	private final Variants indexed;

	private final Variants literal;

	PreparedRequest(MethodType type, CallSettings settings, RequestHeaders headers, RequestContent content,
			@Nullable LongFunction<RequestContent> contents, LongSupplier numbers) {
		this.type = type;
		this.settings = settings;
		this.timeout = CallTimeout.of(settings);
		this.content = content.direct();
		this.contents = contents;
		this.numbers = numbers;
		this.indexable = headers.fitTheTable();
		this.indexed = variants(headers.indexed(), headers.hasTimeout());
		this.literal = variants(headers.literal(), headers.hasTimeout());
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

	Variant frames(boolean inTable, boolean first) {
		Variants variants = inTable ? this.indexed : this.literal;
		return first ? variants.first() : variants.further();
	}

	/**
	 * Whether the server's dynamic table can hold the headers.
	 */
	boolean isIndexable() {
		return this.indexable;
	}

	MethodType type() {
		return this.type;
	}

	CallSettings settings() {
		return this.settings;
	}

	@Nullable CallTimeout timeout() {
		return this.timeout;
	}

	/**
	 * The number of the next call, or any if calls do not differ.
	 */
	long nextNumber() {
		return this.numbers.getAsLong();
	}

	RequestContent content(long number) {
		return (this.contents != null) ? this.contents.apply(number) : this.content;
	}

	/**
	 * Whether the frames include this content.
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
	 * @param head headers without the body
	 * @param whole headers and body, or {@code null} if the body is empty or too long
	 */
	record Variant(byte[] block, RequestFrames head, @Nullable RequestFrames whole) {
	}

	private record Variants(Variant first, Variant further) {
	}

}
