package dev.grpctuning.load.transport.raw;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * The header of the current frame, which every error names. One object serves all frames
 * of a connection.
 */
final class Frame {

	static final int HEADER_BYTES = Http2CodecUtil.FRAME_HEADER_LENGTH;

	private static final String[] NAMES = { "DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE",
			"PING", "GOAWAY", "WINDOW_UPDATE", "CONTINUATION" };

	private int length;

	private int type;

	private int flags;

	private int streamId;

	void peek(ByteBuf in) {
		int index = in.readerIndex();
		this.length = in.getUnsignedMedium(index);
		this.type = in.getUnsignedByte(index + 3);
		this.flags = in.getUnsignedByte(index + 4);
		this.streamId = in.getInt(index + 5) & Integer.MAX_VALUE;
	}

	int length() {
		return this.length;
	}

	int type() {
		return this.type;
	}

	int streamId() {
		return this.streamId;
	}

	boolean endOfStream() {
		return has(Http2Flags.END_STREAM);
	}

	/** Whether it is a whole header block, or data, and nothing else. */
	boolean isPlain() {
		return this.streamId != 0 && !has(Http2Flags.PADDED) && !has(Http2Flags.PRIORITY)
				&& (this.type == Http2FrameTypes.DATA
						|| (this.type == Http2FrameTypes.HEADERS && has(Http2Flags.END_HEADERS)));
	}

	/** Whether CONTINUATION must follow. */
	boolean isContinued() {
		return (this.type == Http2FrameTypes.HEADERS || this.type == Http2FrameTypes.CONTINUATION)
				&& !has(Http2Flags.END_HEADERS);
	}

	private boolean has(short flag) {
		return (this.flags & flag) != 0;
	}

	String describe(String what) {
		return "%s frame (type %d, stream %d, length %d, flags 0x%02x): %s".formatted(
				(this.type < NAMES.length) ? NAMES[this.type] : "unknown", this.type, this.streamId, this.length,
				this.flags, what);
	}

}
