package dev.grpctuning.hello.codec;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;

/**
 * Makes a format usable by gRPC.
 *
 * @param invalid what is said of bytes that are no message
 */
record FormatMarshaller<T>(String invalid, MessageFormat<T> format) implements Marshaller<T> {

	@Override
	public InputStream stream(T message) {
		return this.format.write(message);
	}

	@Override
	public T parse(InputStream stream) {
		try {
			return this.format.read(bytes(stream));
		}
		catch (IOException | RuntimeException ex) {
			throw Status.INTERNAL.withDescription(this.invalid).withCause(ex).asRuntimeException();
		}
	}

	/**
	 * gRPC knows how long a message is, and an array that has to grow would be copied.
	 */
	private static byte[] bytes(InputStream stream) throws IOException {
		if (!(stream instanceof KnownLength)) {
			return stream.readAllBytes();
		}
		byte[] bytes = new byte[stream.available()];
		if (stream.readNBytes(bytes, 0, bytes.length) < bytes.length) {
			throw new EOFException("The message ends early");
		}
		return bytes;
	}

}
