package dev.grpctuning.load.call.target;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;

/**
 * Marshallers for requests that are bytes already, and for answers that are not decoded.
 */
final class RawMessages {

	public static final Marshaller<byte[]> REQUESTS = new Marshaller<>() {

		@Override
		public InputStream stream(byte[] message) {
			return new Message(message);
		}

		@Override
		public byte[] parse(InputStream stream) {
			throw new UnsupportedOperationException("a client reads no requests");
		}

	};

	public static final Marshaller<Answer> ANSWERS = new Marshaller<>() {

		@Override
		public InputStream stream(Answer message) {
			return InputStream.nullInputStream();
		}

		@Override
		public Answer parse(InputStream stream) {
			try {
				// A compressed answer is decompressed by this.
				while (stream.skip(Integer.MAX_VALUE) > 0) {
					continue;
				}
				return Answer.READ;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	};

	private RawMessages() {
	}

	public enum Answer {

		READ

	}

	/** A message that gRPC takes without another copy. */
	private static final class Message extends ByteArrayInputStream implements Drainable, KnownLength {

		Message(byte[] bytes) {
			super(bytes);
		}

		@Override
		public int drainTo(OutputStream target) throws IOException {
			return (int) transferTo(target);
		}

	}

}
