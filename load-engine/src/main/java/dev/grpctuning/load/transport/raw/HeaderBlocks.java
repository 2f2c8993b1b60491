package dev.grpctuning.load.transport.raw;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import org.jspecify.annotations.Nullable;

/**
 * Decodes header blocks. Most are the same few, and without a dynamic table, which {@code
 * SETTINGS_HEADER_TABLE_SIZE=0} rules out, equal bytes have equal meanings: these are not
 * decoded again.
 */
final class HeaderBlocks {

	private static final int MOST_KNOWN = 8;

	private static final int LONGEST_KNOWN = 512;

	private final DefaultHttp2HeadersDecoder decoder;

	private final @Nullable Known[] known = new Known[MOST_KNOWN];

	private int oldest;

	HeaderBlocks(int maxHeaderListBytes) {
		this.decoder = new DefaultHttp2HeadersDecoder(true, maxHeaderListBytes);
	}

	ResponseBlock read(Frame frame, ByteBuf in, int length) throws Http2Exception {
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
		if (stateless && this.decoder.maxHeaderTableSize() == 0 && length <= LONGEST_KNOWN) {
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
