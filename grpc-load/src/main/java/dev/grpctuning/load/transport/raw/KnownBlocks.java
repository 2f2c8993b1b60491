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
 * decoded again. A block with the times of a call is not kept.
 */
final class KnownBlocks {

	private static final int MOST_KNOWN = 8;

	private static final int LONGEST_KNOWN = 512;

	private final DefaultHttp2HeadersDecoder decoder;

	private final @Nullable Known[] known = new Known[MOST_KNOWN];

	private int oldest;

	KnownBlocks(DefaultHttp2HeadersDecoder decoder) {
		this.decoder = decoder;
	}

	ResponseBlock read(int streamId, ByteBuf in, int length) throws Http2Exception {
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
		ResponseBlock meaning = ResponseBlock.of(this.decoder.decodeHeaders(streamId, block.duplicate()));
		if (stateless && meaning.timing() == null && this.decoder.maxHeaderTableSize() == 0
				&& length <= LONGEST_KNOWN) {
			this.known[this.oldest] = new Known(Unpooled.copiedBuffer(block), meaning);
			this.oldest = (this.oldest + 1) % MOST_KNOWN;
		}
		return meaning;
	}

	private record Known(ByteBuf bytes, ResponseBlock meaning) {

		boolean is(ByteBuf in, int length) {
			return this.bytes.readableBytes() == length
					&& ByteBufUtil.equals(in, in.readerIndex(), this.bytes, 0, length);
		}

	}

}
