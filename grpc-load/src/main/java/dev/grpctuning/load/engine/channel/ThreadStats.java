package dev.grpctuning.load.engine.channel;

import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.engine.channel.BurstSends.BurstEnds;
import dev.grpctuning.load.latency.LatencyRecorder;
import dev.grpctuning.load.latency.SendLag;

/** Statistics of the channels whose calls end on one thread. */
final class ThreadStats {

	final LatencyRecorder recorder = new LatencyRecorder();

	final StatusCounts failures;

	final StatusCounts expected;

	final WarmupCalls.Ends warmup;

	final CallObserver observer;

	final @Nullable SendLag lag;

	final RunClock clock;

	final CallCounts counts = new CallCounts();

	final CallEnds lastEnds = new CallEnds();

	volatile CallSettings settings = CallSettings.DEFAULT;

	volatile @Nullable BurstEnds burstEnds;

	/** Whether calls that end are ignored. Used on the thread only. */
	boolean sealed;

	ThreadStats(StatusCounts failures, StatusCounts expected, WarmupCalls.Ends warmup, CallObserver observer,
			@Nullable SendLag lag, RunClock clock) {
		this.failures = failures;
		this.expected = expected;
		this.warmup = warmup;
		this.observer = observer;
		this.lag = lag;
		this.clock = clock;
	}

	/** Begins to record when the counted calls of each burst end. */
	BurstEnds recordBursts() {
		BurstEnds ends = new BurstEnds();
		this.burstEnds = ends;
		return ends;
	}

	static final class CallCounts {

		final LongAdder started = new LongAdder();

		final LongAdder ok = new LongAdder();

		final LongAdder failed = new LongAdder();

		final LongAdder cancelled = new LongAdder();

		final LongAdder messagesSent = new LongAdder();

		final LongAdder messagesReceived = new LongAdder();

		/** Open calls of the warm-up, which do not count. */
		final LongAdder uncountedOpen = new LongAdder();

		long open() {
			return this.started.sum() - this.ok.sum() - this.failed.sum() - this.cancelled.sum()
					+ this.uncountedOpen.sum();
		}

	}

	/**
	 * When calls ended on one thread, and when it last received anything from their
	 * server. Written on that thread.
	 */
	static final class CallEnds {

		private volatile long answerNanos;

		/** When a call last ended that the server may not have seen. */
		volatile long lossNanos;

		volatile long cancelNanos;

		/**
		 * When a message of a stream came, or a call ended that does not count. Without a
		 * barrier, to keep messages cheap; visible once the counts are sealed.
		 */
		long heardNanos;

		/** Longest time from due time to answer. Valid once the counts are sealed. */
		long longestAnswerNanos;

		/** The server ended a call that counts, with any status. */
		void answered(long dueNanos, long now) {
			this.answerNanos = now;
			this.longestAnswerNanos = Math.max(this.longestAnswerNanos, now - dueNanos);
		}

		/** When a call last ended; 0 if none did. */
		long lastNanos() {
			return Math.max(this.answerNanos, Math.max(this.lossNanos, this.cancelNanos));
		}

		/**
		 * The server's last sign of life; 0 if none. Valid once the counts are sealed.
		 */
		long lastSignNanos() {
			return Math.max(this.answerNanos, this.heardNanos);
		}

	}

}
