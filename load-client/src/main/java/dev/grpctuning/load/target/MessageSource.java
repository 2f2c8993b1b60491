package dev.grpctuning.load.target;

import java.util.function.Function;

/**
 * Makes a request message for each place that it has in a run.
 *
 * @param <Q> type of the messages
 */
interface MessageSource<Q> {

	/**
	 * Whether it is always the same message.
	 */
	boolean constant();

	/**
	 * Makes the message.
	 * @param call number of the call in the run, from 0
	 * @param index place of the message in its call, from 0
	 */
	Q message(long call, int index);

	/**
	 * The same messages in another form, which a constant one is brought into only once.
	 */
	default <P> MessageSource<P> map(Function<Q, P> form) {
		if (constant()) {
			return same(form.apply(message(0, 0)));
		}
		return new MessageSource<>() {

			@Override
			public boolean constant() {
				return false;
			}

			@Override
			public P message(long call, int index) {
				return form.apply(MessageSource.this.message(call, index));
			}

		};
	}

	/**
	 * Always the same message.
	 */
	static <Q> MessageSource<Q> same(Q message) {
		return new MessageSource<>() {

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
