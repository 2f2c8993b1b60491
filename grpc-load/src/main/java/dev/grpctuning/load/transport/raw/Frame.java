package dev.grpctuning.load.transport.raw;

import io.grpc.Status;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
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

	static final int PRIORITY_BYTES = 5;

	static final String WRONG_LENGTH = "the length is wrong for a frame of this type";

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

	boolean has(short flag) {
		return (this.flags & flag) != 0;
	}

	boolean endOfStream() {
		return has(Http2Flags.END_STREAM);
	}

	/** Skips what precedes the content of DATA or HEADERS, and returns its length. */
	int content(ByteBuf in) throws Http2Exception {
		int content = this.length;
		int padding = 0;
		if (has(Http2Flags.PADDED)) {
			requireLength(content >= 1);
			padding = in.readUnsignedByte();
			content--;
		}
		if (this.type == Http2FrameTypes.HEADERS && has(Http2Flags.PRIORITY)) {
			requireLength(content >= PRIORITY_BYTES);
			in.skipBytes(PRIORITY_BYTES);
			content -= PRIORITY_BYTES;
		}
		if (padding > content) {
			throw connectionError(Http2Error.PROTOCOL_ERROR, padding + " bytes of padding are more than the frame has");
		}
		return content - padding;
	}

	void requireLength(boolean right) throws Http2Exception {
		if (!right) {
			throw connectionError(Http2Error.FRAME_SIZE_ERROR, WRONG_LENGTH);
		}
	}

	void requireConnection() throws Http2Exception {
		if (this.streamId != 0) {
			throw connectionError(Http2Error.PROTOCOL_ERROR, "a frame of this type must not belong to a stream");
		}
	}

	void requireStream() throws Http2Exception {
		if (this.streamId == 0) {
			throw connectionError(Http2Error.PROTOCOL_ERROR, "a frame of this type must belong to a stream");
		}
	}

	Http2Exception connectionError(Http2Error error, String what) {
		return new Http2Exception(error, describe(what));
	}

	Http2Exception streamError(Http2Error error, String what) {
		return Http2Exception.streamError(this.streamId, error, "%s", describe(what));
	}

	Status status(Status status, String what) {
		return status.withDescription(describe(what));
	}

	String describe(String what) {
		return this + ": " + what;
	}

	@Override
	public String toString() {
		return "%s frame (type %d, stream %d, length %d, flags 0x%02x)".formatted(
				(this.type < NAMES.length) ? NAMES[this.type] : "unknown", this.type, this.streamId, this.length,
				this.flags);
	}

}
