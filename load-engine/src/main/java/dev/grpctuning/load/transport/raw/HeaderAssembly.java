package dev.grpctuning.load.transport.raw;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import org.jspecify.annotations.Nullable;

/**
 * Assembles header blocks from HEADERS and CONTINUATION frames.
 */
final class HeaderAssembly {

	private final HeaderBlocks blocks;

	private final int maxBytes;

	private @Nullable ByteBuf begun;

	private int streamId;

	private boolean endOfStream;

	HeaderAssembly(int maxHeaderListBytes) {
		this.blocks = new HeaderBlocks(maxHeaderListBytes);
		this.maxBytes = 2 * maxHeaderListBytes;
	}

	/**
	 * Rejects any other frame within a block.
	 */
	void expect(Frame frame) throws Http2Exception {
		boolean continues = frame.type() == Http2FrameTypes.CONTINUATION;
		if (this.begun == null && continues) {
			throw frame.connectionError(Http2Error.PROTOCOL_ERROR, "there is no header block to continue");
		}
		if (this.begun != null && !(continues && frame.streamId() == this.streamId)) {
			throw frame.connectionError(Http2Error.PROTOCOL_ERROR,
					"only CONTINUATION of stream " + this.streamId + " may follow an unfinished header block");
		}
	}

	/**
	 * Takes a frame, and returns the block if it is complete.
	 */
	@Nullable ResponseBlock take(Frame frame, ByteBuf in) throws Http2Exception {
		int length = frame.content(in);
		if (this.begun == null) {
			this.endOfStream = frame.endOfStream();
			this.streamId = frame.streamId();
			if (frame.has(Http2Flags.END_HEADERS)) {
				return this.blocks.read(frame, in, length);
			}
			this.begun = Unpooled.buffer(2 * length);
		}
		ByteBuf block = this.begun;
		if (block.readableBytes() + length > this.maxBytes) {
			throw frame.connectionError(Http2Error.ENHANCE_YOUR_CALM,
					"the header block is longer than " + this.maxBytes + " bytes");
		}
		block.writeBytes(in, length);
		if (!frame.has(Http2Flags.END_HEADERS)) {
			return null;
		}
		this.begun = null;
		return this.blocks.read(frame, block, block.readableBytes());
	}

	/**
	 * Whether the stream ends with the last block.
	 */
	boolean endOfStream() {
		return this.endOfStream;
	}

}
