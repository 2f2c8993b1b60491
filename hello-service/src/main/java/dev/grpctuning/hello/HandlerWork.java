package dev.grpctuning.hello;

import java.lang.ref.Reference;
import java.time.Duration;

import io.grpc.Status;

/**
 * Simulates what a real handler does with its thread and its heap.
 *
 * @param settings how much of it
 */
record HandlerWork(HelloProperties.Work settings) {

	private static final int CHUNK_BYTES = 8192;

	/**
	 * Blocks, computes and allocates as the settings say.
	 * @throws io.grpc.StatusRuntimeException UNAVAILABLE if the thread was interrupted,
	 * which happens when the server ends before the handler does
	 */
	void perform() {
		if (this.settings.delay() != null) {
			block(this.settings.delay());
		}
		if (this.settings.cpu() != null) {
			compute(this.settings.cpu());
		}
		if (this.settings.allocation() != null) {
			allocate(this.settings.allocation().toBytes());
		}
	}

	private static void block(Duration delay) {
		try {
			Thread.sleep(delay);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw Status.UNAVAILABLE.withDescription("The server ended before the handler did").asRuntimeException();
		}
	}

	private static void compute(Duration time) {
		long start = System.nanoTime();
		while (System.nanoTime() - start < time.toNanos()) {
			// No onSpinWait: the point is to use the processor up.
		}
	}

	private static void allocate(long bytes) {
		for (long left = bytes; left > 0; left -= CHUNK_BYTES) {
			byte[] garbage = new byte[(int) Math.min(left, CHUNK_BYTES)];
			// Otherwise the compiler may leave the allocation out.
			Reference.reachabilityFence(garbage);
		}
	}

}
