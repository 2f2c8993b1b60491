package dev.grpctuning.call.trace;

import io.grpc.Status;

/** Records the calls of a server. Safe for use by several threads. */
public interface CallRecorder {

	/** Returns what records the calls of a method of the server. */
	Method method(String fullMethodName);

	/** Returns what records the calls of all methods that the server does not have. */
	Method unknown();

	/** Records the calls of one method. */
	interface Method {

		void started();

		/**
		 * Records the end of a call, also of one that has not started.
		 * @param nanos time from its arrival
		 * @param receivedBytes compressed size of its requests
		 * @param sentBytes compressed size of its responses
		 */
		void ended(Status.Code status, long nanos, long receivedBytes, long sentBytes);

	}

}
