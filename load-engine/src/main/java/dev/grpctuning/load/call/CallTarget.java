package dev.grpctuning.load.target;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

import io.grpc.MethodDescriptor;

/**
 * What is called, as an engine needs it.
 *
 * @param <Q> type of the requests
 * @param <R> type of the responses
 * @param method the method: its full name, its kind, and how messages become bytes
 * @param requests the messages that calls send
 * @param headers the metadata that calls carry
 * @param settings how calls are made
 */
public record CallTarget<Q, R>(MethodDescriptor<Q, R> method, Requests<Q> requests, Headers headers,
		CallSettings settings) {

	/**
	 * Whether calls differ, so that each needs its number in the run. Where they do not,
	 * any number will do.
	 * @return whether the number of a call matters
	 */
	public boolean numbered() {
		return !this.requests.constant() || !this.headers.constant() || this.settings.cancellation().share() != 0;
	}

	/**
	 * A request message as it is sent, without the five bytes that gRPC puts before it.
	 * @param call number of the call, as for {@link Requests#message}
	 * @param index place of the message in its call
	 * @return the bytes, the caller's own
	 */
	public byte[] requestBytes(long call, int index) {
		try (InputStream bytes = this.method.streamRequest(this.requests.message(call, index))) {
			return bytes.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
