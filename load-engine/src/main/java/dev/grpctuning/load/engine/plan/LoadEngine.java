package dev.grpctuning.load.engine;

/**
 * What makes the calls.
 */
public enum LoadEngine {

	/**
	 * grpc-java's stubs: what the client of an application does.
	 */
	STUB,

	/**
	 * Prepared HTTP/2 frames on Netty: for measuring the server rather than the client.
	 */
	RAW;

	private static final int RAW_HEAP_BYTES = 512;

	/**
	 * A client's thread, its stack and a call take two thirds of it.
	 */
	private static final int CLIENT_HEAP_BYTES = 4608;

	/**
	 * Heap to allow for an open call: at least 1.4 times what
	 * {@code benchmarks/heap-per-call.sh} measures, because a full heap is a slow one.
	 * @param stub which stub makes it, if this engine uses stubs
	 * @return the number of bytes
	 */
	public int heapBytesPerOpenCall(StubKind stub) {
		return switch (this) {
			case STUB -> stub.heapBytesPerOpenCall();
			case RAW -> RAW_HEAP_BYTES;
		};
	}

	/**
	 * Heap to allow for a blocking client, which has a thread and its stack besides the
	 * call.
	 * @param stub which stub makes its calls, if this engine uses stubs
	 * @return the number of bytes
	 */
	public int heapBytesPerBlockingClient(StubKind stub) {
		return Math.max(heapBytesPerOpenCall(stub), CLIENT_HEAP_BYTES);
	}

}
