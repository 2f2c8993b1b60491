package dev.grpctuning.connection;

import io.grpc.ServerCall;
import org.jspecify.annotations.Nullable;

/**
 * Streams that write although their client is not ready. Their responses wait in the
 * memory of the server. Safe for use by several threads.
 */
public final class UnreadyWrites {

	/** Bytes that a stream writes between two checks, as many as gRPC buffers. */
	static final int STEP = 32 << 10;

	/** Bytes written to a client that is not ready, from which a stream is counted. */
	static final int MOST = 1 << 20;

	private long streams;

	private @Nullable Waiting most;

	/** Number of streams that wrote at least 1 MiB while their client was not ready. */
	public synchronized long streams() {
		return this.streams;
	}

	/** The stream that wrote most, {@code null} if none did. */
	public synchronized @Nullable Waiting most() {
		return this.most;
	}

	private synchronized void add(boolean first, Waiting present) {
		this.streams += first ? 1 : 0;
		this.most = (this.most == null || present.bytes() > this.most.bytes()) ? present : this.most;
	}

	Stream watch() {
		return new Stream();
	}

	/** Bytes that a stream of a method has written while its client was not ready. */
	public record Waiting(String method, long bytes) {

	}

	/** One stream, whose calls come one at a time. */
	final class Stream {

		private long written;

		private long waiting;

		/** Called before a message is written. */
		void writing(ServerCall<?, ?> call, int bytes) {
			this.written += bytes;
			if (this.written < STEP) {
				return;
			}
			long before = this.waiting;
			this.waiting = call.isReady() ? 0 : before + this.written;
			this.written = 0;
			if (this.waiting >= MOST) {
				add(before < MOST, new Waiting(call.getMethodDescriptor().getFullMethodName(), this.waiting));
			}
		}

	}

}
