package dev.grpctuning.load.call;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.grpc.MethodDescriptor;

/**
 * What is called, as the engines see it.
 *
 * @param method the full name, the kind, and how messages become bytes
 */
public record CallTarget<Q, R>(MethodDescriptor<Q, R> method, Requests<Q> requests, Headers headers,
		CallSettings settings) {

	/** Numbers calls from 0 if they differ, otherwise all with 0. For any thread. */
	public LongSupplier numbers() {
		boolean differ = !this.requests.constant() || !this.headers.constant()
				|| this.settings.cancellation().share() != 0;
		return differ ? new AtomicLong()::getAndIncrement : () -> 0;
	}

	/** A request message as it is sent, without gRPC's prefix of five bytes. */
	public byte[] requestBytes(long call, int index) {
		try (InputStream bytes = this.method.streamRequest(this.requests.message(call, index))) {
			return bytes.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
