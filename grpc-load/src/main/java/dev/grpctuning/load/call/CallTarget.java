package dev.grpctuning.load.call;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
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

	/**
	 * The request messages of calls. Calls send the messages of the sources in rotation:
	 * each continues where the one before it ended.
	 *
	 * @param <Q> type of the messages
	 * @param count how many messages each call sends: 1, or any number if the client
	 * streams
	 */
	public record Requests<Q>(List<Source<Q>> sources, int count) {

		public Requests {
			sources = List.copyOf(sources);
		}

		/**
		 * Whether all calls send the same messages, so that they can be prepared once.
		 */
		public boolean constant() {
			return this.count % this.sources.size() == 0 && this.sources.stream().allMatch(Source::constant);
		}

		/** Makes a message of a call, by both their numbers from 0. For any thread. */
		public Q message(long call, int index) {
			int size = this.sources.size();
			int place = (size == 1) ? 0 : (int) ((call % size * this.count + index) % size);
			return this.sources.get(place).form().message(call, index);
		}

		/**
		 * The messages at one place of a rotation.
		 *
		 * @param constant whether they are all the same
		 */
		public record Source<Q>(boolean constant, Form<Q> form) {

			public static <Q> Source<Q> same(Q message) {
				return new Source<>(true, (call, index) -> message);
			}

			/** Converts the messages; a constant one only once. */
			public <P> Source<P> map(Function<Q, P> conversion) {
				return this.constant ? same(conversion.apply(this.form.message(0, 0)))
						: new Source<>(false, (call, index) -> conversion.apply(this.form.message(call, index)));
			}

		}

		/** Makes a message of a call, by both their numbers from 0. */
		@FunctionalInterface
		public interface Form<Q> {

			Q message(long call, int index);

		}

	}

}
