package dev.grpctuning.load.engine.channel;

import java.util.concurrent.locks.LockSupport;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * A call that was started and has not ended. The transport reports its end once, by
 * {@link #succeeded()}, {@link #failed} or {@link #cancelled()}, on the thread of the
 * call's channel.
 */
public sealed class OpenCall {

	private final ChannelStats stats;

	final long dueNanos;

	long sentNanos;

	final boolean counted;

	/** Attempts begun, changed on the channel's thread. */
	int attempts = 1;

	OpenCall(ChannelStats stats, long dueNanos, long sentNanos, boolean counted) {
		this.stats = stats;
		this.dueNanos = dueNanos;
		this.sentNanos = sentNanos;
		this.counted = counted;
	}

	/** Whether the call may block its thread, which waits for its end anyway. */
	public boolean isAwaited() {
		return false;
	}

	/** Reports that the call was sent as soon as it was started. */
	public void sentAtOnce() {
		this.stats.sent(this);
	}

	/** Reports that the call is sent only now, because its thread had to wait. */
	public void sentNow() {
		heldUntilNow();
		this.stats.sent(this);
	}

	/**
	 * Reports that the server let the call wait until now: its service time runs from
	 * now, and the wait is no lag of the client. That of further attempts runs on.
	 */
	public void heldUntilNow() {
		if (this.attempts == 1) {
			this.sentNanos = this.stats.nanoTime();
		}
	}

	/**
	 * Reports that the call has waited until now because the server allowed no further
	 * stream. Must be called on the channel's thread, before {@link #heldUntilNow()}.
	 */
	public void gotStream() {
		if (this.attempts == 1) {
			this.stats.waitedForStream(this, this.stats.nanoTime() - this.sentNanos);
		}
	}

	public Stream stream(boolean serverStreams) {
		return new Stream(this.stats, this.counted, serverStreams);
	}

	public void succeeded() {
		this.stats.succeeded(this);
	}

	public void failed(Status status) {
		this.stats.failed(this, status);
	}

	/** Reports that the client cancelled the call as planned, which is no failure. */
	public void cancelled() {
		this.stats.cancelled(this);
	}

	/**
	 * A call whose end its thread awaits. There may be a hundred thousand of them, so the
	 * thread parks with as few stack frames as possible.
	 */
	public static final class Awaited extends OpenCall {

		private final Thread client = Thread.currentThread();

		private @Nullable Status failure;

		private volatile boolean ended;

		Awaited(ChannelStats stats, long dueNanos, long sentNanos, boolean counted) {
			super(stats, dueNanos, sentNanos, counted);
		}

		@Override
		public boolean isAwaited() {
			return true;
		}

		@Override
		public void succeeded() {
			super.succeeded();
			end();
		}

		@Override
		public void failed(Status status) {
			super.failed(status);
			this.failure = status;
			end();
		}

		@Override
		public void cancelled() {
			super.cancelled();
			end();
		}

		private void end() {
			this.ended = true;
			LockSupport.unpark(this.client);
		}

		/** Waits on the thread that started the call, and returns its failure, if any. */
		public @Nullable Status await() throws InterruptedException {
			while (!this.ended) {
				LockSupport.park();
				if (Thread.interrupted()) {
					throw new InterruptedException();
				}
			}
			return this.failure;
		}

	}

	/**
	 * Counts the messages of a stream. The transport reports them on the thread of the
	 * call's channel; {@link #sent()} may also be called on the thread that starts the
	 * call.
	 */
	public static final class Stream {

		private final ChannelStats stats;

		private final boolean counted;

		private final boolean serverStreams;

		private long lastNanos;

		Stream(ChannelStats stats, boolean counted, boolean serverStreams) {
			this.stats = stats;
			this.counted = counted;
			this.serverStreams = serverStreams;
		}

		public void sent() {
			if (this.counted) {
				this.stats.messageSent();
				if (!this.serverStreams) {
					recordGap(this.stats.nanoTime());
				}
			}
		}

		public void received() {
			if (this.counted) {
				this.stats.messageReceived();
			}
			if (this.serverStreams) {
				long now = this.stats.nanoTime();
				this.stats.heard(now);
				if (this.counted) {
					recordGap(now);
				}
			}
		}

		private void recordGap(long now) {
			if (this.lastNanos != 0) {
				this.stats.recordGap(now - this.lastNanos);
			}
			this.lastNanos = now;
		}

	}

}
