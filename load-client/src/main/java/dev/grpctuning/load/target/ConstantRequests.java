package dev.grpctuning.load.target;

/**
 * One message, made once, that every call sends.
 *
 * @param <Q> type of the message
 * @param message the message
 * @param count how many times a call sends it
 */
record ConstantRequests<Q>(Q message, int count) implements Requests<Q> {

	@Override
	public boolean constant() {
		return true;
	}

	@Override
	public Q message(long call, int index) {
		return this.message;
	}

}
