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
	};

	default void sent(long lagNanos) {
	}

	/**
	 * A call ended with status OK.
	 */
	default void answered(long serviceNanos, long responseNanos) {
	}

	/**
	 * A call ended with another status.
	 */
	default void failed(Status.Code status) {
	}

	/**
	 * The client cancelled a call, as planned.
	 */
	default void cancelled() {
	}

}
