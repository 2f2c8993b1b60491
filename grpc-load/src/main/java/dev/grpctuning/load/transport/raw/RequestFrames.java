package dev.grpctuning.load.transport.raw;

import java.util.ArrayList;
import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a request without the number of its stream. None is longer than the size
 * that every server must accept.
 */
record RequestFrames(byte[] bytes, int[] streamIds, int timeoutIndex) {

	private static final int MAX_LENGTH = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

	private static final int STREAM_ID_INDEX = 5;

	static RequestFrames of(byte[] block, boolean hasTimeout, byte @Nullable [] body, boolean endOfStream) {
		ByteBuf out = Unpooled.buffer();
		List<Integer> ids = new ArrayList<>();
		int endFlag = endOfStream ? Http2Flags.END_STREAM : 0;
		for (int from = 0; from < block.length;) {
			int length = fragment(block.length - from);
			int flags = (from + length == block.length) ? Http2Flags.END_HEADERS : 0;
			if (from == 0 && body == null) {
				flags |= endFlag;
			}
			ids.add(out.writerIndex() + STREAM_ID_INDEX);
			FrameWriter
				.header(out, length, (from == 0) ? Http2FrameTypes.HEADERS : Http2FrameTypes.CONTINUATION, flags, 0)
				.writeBytes(block, from, length);
			from += length;
		}
		int timeoutIndex = hasTimeout ? out.writerIndex() - CallTimeout.BYTES : -1;
		if (body != null) {
			ids.add(out.writerIndex() + STREAM_ID_INDEX);
			FrameWriter.header(out, body.length, Http2FrameTypes.DATA, endFlag, 0).writeBytes(body);
		}
		return new RequestFrames(ByteBufUtil.getBytes(out), ids.stream().mapToInt(Integer::intValue).toArray(),
				timeoutIndex);
	}

	/** Length of a fragment of the block, which does not cut a deadline at the end. */
	private static int fragment(int left) {
		return (left > MAX_LENGTH && left < MAX_LENGTH + CallTimeout.BYTES) ? MAX_LENGTH - CallTimeout.BYTES
				: Math.min(left, MAX_LENGTH);
	}

	/** Appends the frames, and returns where they begin. */
	int write(ByteBuf out, int streamId) {
		int start = out.writerIndex();
		out.writeBytes(this.bytes);
		for (int index : this.streamIds) {
			out.setInt(start + index, streamId);
		}
		return start;
	}

	void setTimeout(ByteBuf out, int start, CallTimeout timeout, long nanos) {
		if (this.timeoutIndex < 0) {
			throw new IllegalStateException("no deadline was prepared");
		}
		timeout.overwrite(out, start + this.timeoutIndex, nanos);
	}

}
