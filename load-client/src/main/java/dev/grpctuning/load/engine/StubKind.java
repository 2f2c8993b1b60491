package dev.grpctuning.load.engine;

/**
 * Which of grpc-java's stubs makes the calls.
 */
public enum StubKind {

	/**
	 * {@code FutureStub}: a {@code ListenableFuture} for each call.
	 */
	FUTURE,

	/**
	 * The asynchronous stub: a {@code StreamObserver} for each call.
	 */
	ASYNC,

	/**
	 * {@code BlockingStub}: a virtual thread for each call, blocked until the answer.
	 */
	BLOCKING

}
