package dev.grpctuning.hello;

import java.lang.ref.Reference;
import java.time.Duration;

import io.grpc.Status;

/** Simulates how a real handler uses its thread and its heap. */
record HandlerWork(HelloProperties.Work settings) {

	private static final int CHUNK_BYTES = 8192;

	/** Linux wakes a sleeping thread some 60 µs late. */
	private static final long AWAKE_NANOS = 60_000;

	/** Waits, computes and allocates. The call's own delay overrides the settings'. */
	void perform() {
		Duration asked = HandlerHeaders.delay();
		Duration delay = (asked != null) ? asked : this.settings.delay();
		if (delay != null) {
			await(delay.toNanos());
		}
		if (this.settings.cpu() != null) {
			compute(this.settings.cpu());
		}
		if (this.settings.allocation() != null) {
			allocate(this.settings.allocation().toBytes());
		}
	}

	/** Spins for the last part, or a delay of 10 µs would take seven times as long. */
	private static void await(long nanos) {
		long start = System.nanoTime();
		if (nanos > AWAKE_NANOS) {
			sleep(nanos - AWAKE_NANOS);
		}
		while (System.nanoTime() - start < nanos) {
			Thread.onSpinWait();
		}
	}

	private static void sleep(long nanos) {
		try {
			Thread.sleep(Duration.ofNanos(nanos));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw Status.UNAVAILABLE.withDescription("The server ended before the handler did").asRuntimeException();
		}
	}

	private static void compute(Duration time) {
		long start = System.nanoTime();
		while (System.nanoTime() - start < time.toNanos()) {
			// No onSpinWait, because the work should use the processor.
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
