package dev.grpctuning.load.engine;

import io.grpc.Status;

/**
 * Told of every call of a run, those of the warm-up included, as it happens: on the
 * thread that sends the call and on that of the call's channel. Must be fast.
 */
public interface CallObserver {

	/**
	 * Nobody is told.
	 */
	CallObserver NONE = new CallObserver() {

		@Override
		public void sent(long lagNanos) {
		}

		@Override
		public void answered(long serviceNanos, long responseNanos) {
		}

		@Override
		public void failed(Status.Code status) {
		}

		@Override
		public void cancelled() {
		}

	};

	/**
	 * A call is being sent.
	 * @param lagNanos nanoseconds since it was due
	 */
	void sent(long lagNanos);

	/**
	 * A call was answered with status OK.
	 * @param serviceNanos nanoseconds since it was sent
	 * @param responseNanos nanoseconds since it was due
	 */
	void answered(long serviceNanos, long responseNanos);

	/**
	 * A call ended otherwise.
	 * @param status how
	 */
	void failed(Status.Code status);

	/**
	 * A call was cancelled by the client, as the plan has it.
	 */
	void cancelled();

}
