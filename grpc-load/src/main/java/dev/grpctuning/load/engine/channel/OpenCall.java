package dev.grpctuning.load.engine.channel;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import com.google.common.primitives.Ints;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings.Retries;

/**
 * A call that was started and has not ended. The transport reports its end once, by
 * {@link #succeeded()}, {@link #failed} or {@link #cancelled()}, on the thread of the
 * call's channel.
 */
public sealed class OpenCall {

	/** Trailer of a server that sets the wait before the next attempt (gRFC A6). */
	public static final String PUSHBACK = "grpc-retry-pushback-ms";

	private final ChannelStats stats;

	final long dueNanos;

	long sentNanos;

	private final long startedNanos;

	private long takenNanos;

	private @Nullable Writing writing;

	private @Nullable Answer answer;

	final boolean counted;

	/** Attempts begun, changed on the channel's thread. A short saves heap. */
	short attempts = 1;

	private @Nullable Pushback pushback;

	private long number;

	OpenCall(ChannelStats stats, long dueNanos, long sentNanos, boolean counted) {
		this.stats = stats;
		this.dueNanos = dueNanos;
		this.sentNanos = sentNanos;
		this.startedNanos = sentNanos;
		this.takenNanos = sentNanos;
		this.counted = counted;
	}

	/** Number of the call in the run, which the first attempt takes from {@code next}. */
	public long number(LongSupplier next) {
		if (this.attempts == 1) {
			this.number = next.getAsLong();
		}
		return this.number;
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
		heldUntilNow(false);
		this.takenNanos = this.sentNanos;
		this.stats.sent(this);
	}

	/**
	 * Reports that the server let the call wait until now: its service time runs from
	 * now, and the wait does not count as lag of the client. That of further attempts
	 * runs on.
	 * @param forStream whether the server allowed no further stream
	 */
	public void heldUntilNow(boolean forStream) {
		if (this.attempts == 1) {
			long now = this.stats.nanoTime();
			if (forStream) {
				this.stats.waitedForStream(this, now - this.sentNanos);
			}
			this.sentNanos = now;
		}
	}

	/**
	 * Reports that the event loop has come to the call, which until then has waited for
	 * it.
	 */
	public void takenNow() {
		this.takenNanos = this.stats.nanoTime();
	}

	/**
	 * Reports that the headers have been written, if that is later than the call was
	 * sent.
	 * @param busyNanos longest time that they had waited for the event loop
	 * @param forStream whether the server may have allowed no further stream before
	 */
	public void writtenNow(long busyNanos, boolean forStream) {
		long now = this.stats.nanoTime();
		this.writing = new Writing(now, busyNanos);
		if (forStream && this.attempts == 1) {
			this.stats.waitedForStream(this, now - this.sentNanos);
		}
	}

	/**
	 * Reports that the end of the call was read, and what the server reports with it.
	 * @param busyNanos longest time that the end had waited for the event loop
	 */
	public void answeredNow(ServerTiming server, long busyNanos) {
		this.answer = new Answer(server, this.stats.nanoTime(), busyNanos);
	}

	/**
	 * The stages of a call that ends now, {@code null} if the server reported none or
	 * more than one attempt was made.
	 */
	long @Nullable [] stages(long now, RunClock clock) {
		Answer last = this.answer;
		if (last == null || this.attempts != 1) {
			return null;
		}
		Writing late = this.writing;
		return new CallTimes(clock.systemNanos(this.dueNanos), clock.systemNanos(this.startedNanos),
				clock.systemNanos(this.takenNanos), clock.systemNanos((late != null) ? late.nanos : this.sentNanos),
				(late != null) ? late.busyNanos : 0, clock.systemNanos(now), last.busyNanos + now - last.nanos)
			.split(last.server);
	}

	/**
	 * Reports when the server wants the call to be tried again, before the call fails.
	 * @param text the value of {@link #PUSHBACK}
	 */
	public void pushedBack(String text) {
		Integer millis = Ints.tryParse(text);
		this.pushback = new Pushback((millis != null) ? millis : -1, this.attempts);
	}

	/** Wait before the next attempt, negative if the server forbids it. */
	long nextWaitNanos(Retries retries, double random) {
		Pushback last = this.pushback;
		if (last != null && last.attempts == this.attempts) {
			return TimeUnit.MILLISECONDS.toNanos(last.millis);
		}
		return retries.waitNanos(this.attempts - 1 - ((last != null) ? last.attempts : 0), random);
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

	/**
	 * Reports that the client cancelled the call as planned, which does not count as a
	 * failure.
	 */
	public void cancelled() {
		this.stats.cancelled(this);
	}

	/** The wait that the server set after so many attempts, negative for no further. */
	private record Pushback(int millis, int attempts) {
	}

	/** When the headers were written. */
	private record Writing(long nanos, long busyNanos) {
	}

	/** When the end of the call was read, with what the server reports. */
	private record Answer(ServerTiming server, long nanos, long busyNanos) {
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
