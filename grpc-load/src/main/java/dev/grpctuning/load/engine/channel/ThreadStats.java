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

}
