package dev.grpctuning.load.engine.channel;

import io.grpc.Status;

/**
 * Observes every call of a run, also in the warm-up, on the thread that sends the call
 * and on that of its channel. Must be fast.
 */
public interface CallObserver {

	/**
	 * Observes nothing.
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

	void sent(long lagNanos);

	/**
	 * A call ended with status OK.
	 */
	void answered(long serviceNanos, long responseNanos);

	/**
	 * A call ended with another status.
	 */
	void failed(Status.Code status);

	/**
	 * The client cancelled a call, as planned.
	 */
	void cancelled();

}
