package dev.grpctuning.load.target;

/**
 * The request messages of calls.
 *
 * @param <Q> type of the messages
 */
public interface Requests<Q> {

	/**
	 * How many messages each call sends.
	 * @return 1, or the number of messages of the client's stream, which may be 0
	 */
	int count();

	/**
	 * Whether every call sends the same messages, so that they can be prepared once.
	 * @return whether a message does not depend on its call
	 */
	boolean constant();

	/**
	 * A message. May be called from any thread.
	 * @param call number of the call in the run, from 0; any if the messages are
	 * {@linkplain #constant() constant}
	 * @param index place of the message in its call, from 0
	 * @return the message
	 */
	Q message(long call, int index);

	/**
	 * One message for all.
	 * @param <Q> type of the message
	 * @param message the message
	 * @param count how many times each call sends it
	 * @return the requests
	 */
	static <Q> Requests<Q> constant(Q message, int count) {
		return new ConstantRequests<>(message, count);
	}

}
