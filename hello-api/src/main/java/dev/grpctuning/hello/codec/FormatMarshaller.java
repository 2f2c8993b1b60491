package dev.grpctuning.hello.codec;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;

abstract class FormatMarshaller<T> implements Marshaller<T> {

	private final String format;

	FormatMarshaller(String format) {
		this.format = format;
	}

	abstract T read(byte[] bytes) throws IOException;

	@Override
	public T parse(InputStream stream) {
		try {
			return read(bytes(stream));
		}
		catch (IOException | RuntimeException ex) {
			throw Status.INTERNAL.withDescription("Invalid %s message".formatted(this.format))
				.withCause(ex)
				.asRuntimeException();
		}
	}

	/** gRPC knows how long a message is; an array that has to grow would be copied. */
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
