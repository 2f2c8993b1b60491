package dev.grpctuning.load.engine.plan;

/**
 * The kind of grpc-java's stub that makes the calls.
 */
public enum StubKind {

	/** {@code FutureStub}: a {@code ListenableFuture} for each call. */
	FUTURE(4 * 1024),

	/** The asynchronous stub: a {@code StreamObserver} for each call. */
	ASYNC(4 * 1024),

	/** {@code BlockingStub}: a virtual thread for each call, blocked until the answer. */
	BLOCKING(6 * 1024);

	private final int heapBytesPerOpenCall;

	StubKind(int heapBytesPerOpenCall) {
		this.heapBytesPerOpenCall = heapBytesPerOpenCall;
	}

	/** At least 1.4 times what {@code benchmarks/heap-per-call.sh} measures. */
	public int heapBytesPerOpenCall() {
		return this.heapBytesPerOpenCall;
	}

}
