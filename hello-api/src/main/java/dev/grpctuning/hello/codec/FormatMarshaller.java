package dev.grpctuning.hello.codec;

import java.io.IOException;
import java.io.InputStream;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;

/**
 * Makes a format usable by gRPC.
 *
 * @param <T> type of the messages
 * @param invalid what is said of bytes that are no message
 * @param format the format
 */
record FormatMarshaller<T>(String invalid, MessageFormat<T> format) implements Marshaller<T> {

	@Override
	public InputStream stream(T message) {
		return this.format.write(message);
	}

	@Override
	public T parse(InputStream stream) {
		try {
			return this.format.read(stream.readAllBytes());
		}
		catch (IOException | RuntimeException ex) {
			throw Status.INTERNAL.withDescription(this.invalid).withCause(ex).asRuntimeException();
		}
	}

}
