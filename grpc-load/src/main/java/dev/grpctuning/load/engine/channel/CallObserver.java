package dev.grpctuning.load.engine.channel;

import io.grpc.Status;

/**
 * Observes every call of a run, also in the warm-up, on the thread that sends the call
 * and on that of its channel. Must be fast.
 */
public interface CallObserver {

	CallObserver NONE = new CallObserver() {
	};

	default void sent(long lagNanos) {
	}

	/** A call ended with status OK, or with another that the plan expects. */
	default void answered(long serviceNanos, long responseNanos) {
	}

	default void failed(Status.Code status) {
	}

	default void cancelled() {
	}

}
