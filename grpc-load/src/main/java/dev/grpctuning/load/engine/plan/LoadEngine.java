package dev.grpctuning.load.engine.plan;

/** What makes the calls. */
public enum LoadEngine {

	/** grpc-java's stubs, as an application uses them. */
	STUB,

	/** Prepared HTTP/2 frames on Netty, to measure the server rather than the client. */
	RAW;

	private static final int RAW_HEAP_BYTES = 512;

	private static final int STUB_HEAP_BYTES = 4 * 1024;

	private static final int BLOCKING_HEAP_BYTES = 8 * 1024;

	/** A thread, its stack and a call take two thirds of it. */
	private static final int CLIENT_HEAP_BYTES = 6 * 1024;

	/** At least 1.4 times what {@code benchmarks/heap-per-call.sh} measures. */
	public int heapBytesPerOpenCall(StubKind stub) {
		return switch (this) {
			case STUB -> (stub == StubKind.BLOCKING) ? BLOCKING_HEAP_BYTES : STUB_HEAP_BYTES;
			case RAW -> RAW_HEAP_BYTES;
		};
	}

	/** Heap to plan per blocking client, for its thread and its call. */
	public int heapBytesPerBlockingClient(StubKind stub) {
		return Math.max(heapBytesPerOpenCall(stub), CLIENT_HEAP_BYTES);
	}

	/** The kind of grpc-java's stub that makes the calls. */
	public enum StubKind {

		/** {@code FutureStub}: a {@code ListenableFuture} for each call. */
		FUTURE,

		/** The asynchronous stub: a {@code StreamObserver} for each call. */
		ASYNC,

		/**
		 * {@code BlockingStub}: a virtual thread for each call, blocked until the answer.
		 */
		BLOCKING

	}

}
