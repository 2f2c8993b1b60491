package dev.grpctuning.load.engine.channel;

import io.grpc.Status;

/** Observes every call, also in the warm-up, on its threads. Must be fast. */
public interface CallObserver {

	CallObserver NONE = new CallObserver() {
	};

	default void sent(long lagNanos) {
	}

	/** A call ended with status OK. */
	default void answered(long serviceNanos, long responseNanos) {
	}

	default void failed(Status.Code status) {
	}

	default void cancelled() {
	}

}
