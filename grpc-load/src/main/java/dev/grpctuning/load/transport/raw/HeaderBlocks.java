package dev.grpctuning.load.transport.raw;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import org.jspecify.annotations.Nullable;

/**
 * Assembles header blocks from HEADERS and CONTINUATION frames, and decodes them. Most
 * are the same few, and without a dynamic table, which {@code
 * SETTINGS_HEADER_TABLE_SIZE=0} rules out, equal bytes have equal meanings: these are not
 * decoded again. A block with the times of a call is not kept.
 */
final class HeaderBlocks {

	private static final int MOST_KNOWN = 8;

	private static final int LONGEST_KNOWN = 512;

	private static final int MOST_FRAMES = 128;

	private final DefaultHttp2HeadersDecoder decoder;

	private final long maxBytes;

	private final @Nullable Known[] known = new Known[MOST_KNOWN];

	private int oldest;

	private @Nullable ByteBuf begun;

	private int frames;

	private int streamId;

	private boolean endOfStream;

	HeaderBlocks(int maxHeaderListBytes) {
		this.decoder = new DefaultHttp2HeadersDecoder(true, maxHeaderListBytes);
		this.maxBytes = 2L * maxHeaderListBytes;
	}

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

	/** Takes a frame, and returns the block if it is complete. */
	@Nullable ResponseBlock take(Frame frame, ByteBuf in) throws Http2Exception {
		int length = frame.content(in);
		if (this.begun == null) {
			this.endOfStream = frame.endOfStream();
			this.streamId = frame.streamId();
			if (frame.has(Http2Flags.END_HEADERS)) {
				return read(frame, in, length);
			}
			this.begun = Unpooled.buffer(2 * length);
			this.frames = 0;
		}
		ByteBuf block = this.begun;
		if (++this.frames > MOST_FRAMES) {
			throw frame.connectionError(Http2Error.ENHANCE_YOUR_CALM,
					"the header block comes in more than " + MOST_FRAMES + " frames");
		}
		if (block.readableBytes() + length > this.maxBytes) {
			throw frame.connectionError(Http2Error.ENHANCE_YOUR_CALM,
					"the header block is longer than " + this.maxBytes + " bytes");
		}
		block.writeBytes(in, length);
		if (!frame.has(Http2Flags.END_HEADERS)) {
			return null;
		}
		this.begun = null;
		return read(frame, block, block.readableBytes());
	}

	boolean endOfStream() {
		return this.endOfStream;
	}

	private ResponseBlock read(Frame frame, ByteBuf in, int length) throws Http2Exception {
		for (Known candidate : this.known) {
			if (candidate == null) {
				break;
			}
			if (candidate.is(in, length)) {
				return candidate.meaning();
			}
		}
		ByteBuf block = in.slice(in.readerIndex(), length);
		boolean stateless = this.decoder.maxHeaderTableSize() == 0;
		ResponseBlock meaning = decode(frame, block.duplicate());
		if (stateless && meaning.timing() == null && this.decoder.maxHeaderTableSize() == 0
				&& length <= LONGEST_KNOWN) {
			this.known[this.oldest] = new Known(Unpooled.copiedBuffer(block), meaning);
			this.oldest = (this.oldest + 1) % MOST_KNOWN;
		}
		return meaning;
	}

	private ResponseBlock decode(Frame frame, ByteBuf block) throws Http2Exception {
		try {
			return ResponseBlock.of(this.decoder.decodeHeaders(frame.streamId(), block));
		}
		catch (Http2Exception.StreamException ex) {
			throw frame.streamError(ex.error(), String.valueOf(ex.getMessage()));
		}
		catch (Http2Exception ex) {
			throw frame.connectionError(ex.error(), String.valueOf(ex.getMessage()));
		}
	}

	private record Known(ByteBuf bytes, ResponseBlock meaning) {

		boolean is(ByteBuf in, int length) {
			return this.bytes.readableBytes() == length
					&& ByteBufUtil.equals(in, in.readerIndex(), this.bytes, 0, length);
		}

	}

}
