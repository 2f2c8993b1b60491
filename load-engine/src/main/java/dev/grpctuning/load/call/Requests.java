package dev.grpctuning.load.call;

import java.util.List;
import java.util.function.Function;

/**
 * The request messages of calls.
 *
 * @param <Q> type of the messages
 */
public interface Requests<Q> {

	/**
	 * How many messages each call sends: 1, or any number if the client streams.
	 */
	int count();

	/**
	 * Whether all calls send the same messages, so that they can be prepared once.
	 */
	boolean constant();

	/**
	 * Makes a message of a call, by both their numbers from 0. May be called from any
	 * thread.
	 */
	Q message(long call, int index);

	/**
	 * Messages that calls send in rotation: each call continues where the one before it
	 * ended.
	 */
	static <Q> Requests<Q> rotating(List<Source<Q>> sources, int count) {
		return new RotatingRequests<>(sources, count);
	}

	/**
	 * Makes the messages at one place of a rotation.
	 */
	interface Source<Q> {

		boolean constant();

		Q message(long call, int index);

		/**
		 * Converts the messages; a constant one only once.
		 */
		default <P> Source<P> map(Function<Q, P> form) {
			if (constant()) {
				return same(form.apply(message(0, 0)));
			}
			return new Source<>() {

				@Override
				public boolean constant() {
					return false;
				}

				@Override
				public P message(long call, int index) {
					return form.apply(Source.this.message(call, index));
				}

			};
		}

		static <Q> Source<Q> same(Q message) {
			return new Source<>() {

				@Override
				public boolean constant() {
					return true;
				}

				@Override
				public Q message(long call, int index) {
					return message;
				}

			};
		}

	}

}
