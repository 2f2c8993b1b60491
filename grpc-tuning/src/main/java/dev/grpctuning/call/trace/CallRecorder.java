package dev.grpctuning.call.trace;

import io.grpc.Status;

/** Records the calls of a server. Safe for use by several threads. */
public interface CallRecorder {

	/** Returns the recorder of calls to a method of the server. */
	Method method(String fullMethodName);

	/** Returns the recorder of calls to unknown methods. */
	Method unknown();

	/** Records the calls of one method. */
	interface Method {

		void started();

		/**
		 * Records the end of a call, even if {@link #started()} was never called for it.
		 * @param nanos time from its arrival
		 * @param receivedBytes compressed size of its requests
		 * @param sentBytes compressed size of its responses
		 */
		void ended(Status.Code status, long nanos, long receivedBytes, long sentBytes);

	}

}
