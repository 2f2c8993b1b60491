package dev.grpctuning.load.transport.raw;

import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

import io.grpc.MethodDescriptor.MethodType;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http2.Http2CodecUtil;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.transport.raw.RequestHeaders.Blocks;

/**
 * The requests of a plan. The parts that are the same in all requests are prepared.
 * Nothing may be sent after it is closed.
 *
 * @param contents the contents by the number of the call, or {@code null} if all are the
 * same
 * @param indexable whether the server's dynamic table can hold the headers
 */
record PreparedRequest(MethodType type, CallSettings settings, @Nullable CallTimeout timeout, RequestContent same,
		@Nullable LongFunction<RequestContent> contents, LongSupplier numbers, boolean indexable,
		Blocks<Variant> indexed, Blocks<Variant> literal) implements AutoCloseable {

	/** Longest body that is sent together with its headers. */
	private static final int MAX_WHOLE_BYTES = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

	static PreparedRequest of(MethodType type, CallSettings settings, RequestHeaders headers, RequestContent content,
			@Nullable LongFunction<RequestContent> contents, LongSupplier numbers) {
		RequestContent direct = content.direct();
		Function<byte[], Variant> variant = (block) -> variant(block, headers.hasTimeout(), direct);
		return new PreparedRequest(type, settings, CallTimeout.of(settings), direct, contents, numbers,
				headers.fitTheTable(), headers.indexed().map(variant), headers.literal().map(variant));
	}

	private static Variant variant(byte[] block, boolean hasTimeout, RequestContent content) {
		int length = content.bodyBytes();
		return new Variant(block, RequestFrames.of(block, hasTimeout, null, length == 0),
				(length > 0 && length <= MAX_WHOLE_BYTES)
						? RequestFrames.of(block, hasTimeout, ByteBufUtil.getBytes(content.body()), true) : null);
	}

	Variant frames(boolean inTable, boolean first) {
		Blocks<Variant> variants = inTable ? this.indexed : this.literal;
		return first ? variants.first() : variants.further();
	}

	RequestContent content(long number) {
		return (this.contents != null) ? this.contents.apply(number) : this.same;
	}

	@Override
	public void close() {
		this.same.body().release();
	}

	/**
	 * The frames of a request.
	 *
	 * @param head headers without the body
	 * @param whole headers and body, or {@code null} if the body is empty or too long
	 */
	record Variant(byte[] block, RequestFrames head, @Nullable RequestFrames whole) {
	}

}
