package dev.grpctuning.load.transport.raw;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

import io.grpc.Codec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import dev.grpctuning.load.call.CallSettings.Compression;

/** The body of a request, and the headers that differ between calls. */
record RequestContent(ByteBuf body, int[] messageEnds, byte[] headers) {

	private static final int PREFIX_BYTES = 5;

	static RequestContent of(List<byte[]> messages, Compression compression, byte[] headers) {
		boolean gzip = compression == Compression.GZIP;
		List<byte[]> contents = gzip ? messages.stream().map(RequestContent::compressed).toList() : messages;
		int length = contents.stream().mapToInt((content) -> PREFIX_BYTES + content.length).sum();
		ByteBuf body = Unpooled.buffer(length);
		int[] ends = new int[contents.size()];
		for (int i = 0; i < ends.length; i++) {
			byte[] content = contents.get(i);
			body.writeByte(gzip ? 1 : 0).writeInt(content.length).writeBytes(content);
			ends[i] = body.writerIndex();
		}
		return new RequestContent(body, ends, headers);
	}

	private static byte[] compressed(byte[] message) {
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		try (OutputStream zipped = new Codec.Gzip().compress(content)) {
			zipped.write(message);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return content.toByteArray();
	}

	/** A copy in direct memory, which must be released. */
	RequestContent direct() {
		return new RequestContent(Unpooled.directBuffer(Math.max(1, bodyBytes())).writeBytes(this.body.duplicate()),
				this.messageEnds, this.headers);
	}

	int bodyBytes() {
		return this.body.writerIndex();
	}

	int messageBytes() {
		return bodyBytes() - messages() * PREFIX_BYTES;
	}

	int messages() {
		return this.messageEnds.length;
	}

	int messageEnd(int index) {
		return this.messageEnds[index];
	}

}
