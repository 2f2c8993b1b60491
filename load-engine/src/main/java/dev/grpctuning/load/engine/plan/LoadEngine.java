package dev.grpctuning.load.engine.plan;

/**
 * What makes the calls.
 */
public enum LoadEngine {

	/** grpc-java's stubs, as an application uses them. */
	STUB,

	/** Prepared HTTP/2 frames on Netty, to measure the server rather than the client. */
	RAW;

	private static final int RAW_HEAP_BYTES = 512;

	/** A thread, its stack and a call take two thirds of it. */
	private static final int CLIENT_HEAP_BYTES = 4608;

	public int heapBytesPerOpenCall(StubKind stub) {
		return switch (this) {
			case STUB -> stub.heapBytesPerOpenCall();
			case RAW -> RAW_HEAP_BYTES;
		};
	}

	/** Heap to plan per blocking client, for its thread and its call. */
	public int heapBytesPerBlockingClient(StubKind stub) {
		return Math.max(heapBytesPerOpenCall(stub), CLIENT_HEAP_BYTES);
	}

}
