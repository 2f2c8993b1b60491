package dev.grpctuning.load.engine.raw;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

import io.grpc.Codec;
import io.grpc.MethodDescriptor;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.target.CallTarget;

/**
 * What each call asks, as bytes: all that this engine wants to know of a
 * {@link CallTarget}.
 *
 * @param path the method, as {@code /package.Service/Method}
 * @param messages messages of the request, which are sent one after the other without a
 * pause; none, one or several
 * @param gzip whether they are compressed
 * @param oneResponse whether an answer has exactly one message, as those of unary and
 * client-streaming methods do
 * @param deadline how long a call may take, or {@code null} if it may take forever
 */
record RawRequest(String path, List<byte[]> messages, boolean gzip, boolean oneResponse, @Nullable Duration deadline) {

	/**
	 * What stands before each message: a flag and its length.
	 */
	static final int PREFIX_BYTES = 5;

	RawRequest {
		messages = List.copyOf(messages);
	}

	static <Q> RawRequest of(CallTarget<Q, ?> target) {
		MethodDescriptor<Q, ?> method = target.method();
		return new RawRequest("/" + method.getFullMethodName(), List.of(target.requestBytes(0, 0)), false,
				method.getType().serverSendsOneMessage(), null);
	}

	/**
	 * The messages, each after its prefix of a flag and a length.
	 */
	byte[] body() {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		for (byte[] message : this.messages) {
			byte[] content = this.gzip ? compressed(message) : message;
			body.writeBytes(
					ByteBuffer.allocate(PREFIX_BYTES).put((byte) (this.gzip ? 1 : 0)).putInt(content.length).array());
			body.writeBytes(content);
		}
		return body.toByteArray();
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

}
