package dev.grpctuning.load.engine.channel;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings.Retries;
import dev.grpctuning.load.engine.channel.BurstSends.BurstEnds;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.latency.LatencyRecorder;
import dev.grpctuning.load.latency.SendLag;

/** Statistics of one channel of a run. Calls end on the channel's thread. */
public final class ChannelStats {

	private final CallChannel channel;

	final LatencyRecorder recorder;

	private final FailureCounts failures;

	private final WarmupCalls.Ends warmup;

	private final CallObserver observer;

	private final @Nullable SendLag lag;

	private final RunClock clock;

	private final boolean reportsWhenSent;

	final CallCounts counts = new CallCounts();

	final CallEnds lastEnds = new CallEnds();

	private volatile boolean counting;

	private volatile @Nullable Consumer<@Nullable Status> whenEnded;

	private volatile Retries retries = Retries.NONE;

	private volatile @Nullable BurstEnds burstEnds;

	volatile CallChannels.MessageBytes messageBytes = CallChannels.MessageBytes.NONE;

	/** Used on the channel's thread only. */
	private boolean sealed;

	ChannelStats(CallChannel channel, LatencyRecorder recorder, FailureCounts failures, WarmupCalls.Ends warmup,
			CallObserver observer, @Nullable SendLag lag, RunClock clock) {
		this.channel = channel;
		this.recorder = recorder;
		this.failures = failures;
		this.warmup = warmup;
		this.observer = observer;
		this.lag = lag;
		this.clock = clock;
		this.reportsWhenSent = channel.reportsWhenSent();
	}

	/** Sets a listener for the ends of calls, on the channel's thread. */
	public void whenEnded(Consumer<@Nullable Status> whenEnded) {
		this.whenEnded = whenEnded;
	}

	void retry(Retries given) {
		this.retries = given;
	}

	/** Records from now on when the counted calls of each burst end. */
	BurstEnds recordBursts() {
		BurstEnds ends = new BurstEnds();
		this.burstEnds = ends;
		return ends;
	}

	/** Whether calls that are started now count. */
	public boolean counting() {
		return this.counting;
	}

	public void startCounting() {
		this.counting = true;
	}

	/** Ignores what ends later. Must be called on the channel's thread. */
	void seal() {
		this.sealed = true;
		this.messageBytes = this.channel.messageBytes();
	}

	/** Starts a call now, and returns the time. */
	public long start(long dueNanos) {
		long sent = this.clock.nanoTime();
		start(new OpenCall(this, dueNanos, sent, begin(this.counting)));
		return sent;
	}

	public void startDueNow(boolean counted) {
		long now = this.clock.nanoTime();
		start(new OpenCall(this, now, now, begin(counted)));
	}

	/** Counts a call due now, to be {@linkplain #start(OpenCall) started} next. */
	public OpenCall.Awaited beginAwaited(boolean counted) {
		begin(counted);
		long now = this.clock.nanoTime();
		return new OpenCall.Awaited(this, now, now, counted);
	}

	private boolean begin(boolean counted) {
		(counted ? this.counts.started : this.counts.uncountedOpen).increment();
		return counted;
	}

	public void start(OpenCall call) {
		if (!this.reportsWhenSent) {
			sent(call);
		}
		this.channel.start(call);
	}

	long nanoTime() {
		return this.clock.nanoTime();
	}

	/** A call leaves now. May be called from any thread. */
	void sent(OpenCall call) {
		if (call.attempts != 1) {
			return;
		}
		long lagNanos = call.sentNanos - call.dueNanos;
		if (this.lag != null && call.counted) {
			this.lag.record(lagNanos);
		}
		this.observer.sent(lagNanos);
	}

	void succeeded(OpenCall call) {
		long now = this.clock.nanoTime();
		if (this.sealed) {
			return;
		}
		this.observer.answered(now - call.sentNanos, now - call.dueNanos);
		if (call.counted) {
			this.recorder.record(call.dueNanos, call.sentNanos, now);
			long[] stages = call.stages(now, this.clock);
			if (stages != null) {
				this.recorder.recordStages(now - call.dueNanos, stages);
			}
			this.counts.ok.increment();
			this.lastEnds.answered(call.dueNanos, now);
		}
		else {
			this.warmup.answered(now - call.dueNanos);
			this.lastEnds.heardNanos = now;
		}
		ended(call, now, null);
	}

	void failed(OpenCall call, Status status) {
		if (this.sealed) {
			return;
		}
		long now = this.clock.nanoTime();
		boolean lost = FailureCounts.isLoss(status);
		if (this.retries.again(status.getCode(), call.attempts)) {
			if (!lost) {
				this.lastEnds.heardNanos = now;
			}
			startAgain(call);
			return;
		}
		this.observer.failed(status.getCode());
		if (call.counted) {
			this.failures.add(status);
			this.counts.failed.increment();
			if (lost) {
				this.lastEnds.lossNanos = now;
			}
			else {
				this.lastEnds.answered(call.dueNanos, now);
			}
		}
		else {
			this.warmup.failed(status);
			if (!lost) {
				this.lastEnds.heardNanos = now;
			}
		}
		ended(call, now, status);
	}

	/** Starts a call once more after its wait. It stays open, and due when it was. */
	private void startAgain(OpenCall call) {
		long wait = this.retries.waitNanos(call.attempts, ThreadLocalRandom.current().nextDouble());
		call.attempts++;
		this.channel.executor().schedule(() -> {
			if (!this.sealed) {
				this.channel.start(call);
			}
		}, wait, TimeUnit.NANOSECONDS);
	}

	void cancelled(OpenCall call) {
		if (this.sealed) {
			return;
		}
		this.observer.cancelled();
		long now = this.clock.nanoTime();
		if (call.counted) {
			this.counts.cancelled.increment();
			this.lastEnds.cancelNanos = now;
		}
		ended(call, now, null);
	}

	private void ended(OpenCall call, long now, @Nullable Status failure) {
		BurstEnds bursts = this.burstEnds;
		if (!call.counted) {
			this.counts.uncountedOpen.decrement();
		}
		else if (bursts != null) {
			bursts.ended(call.dueNanos, now);
		}
		Consumer<@Nullable Status> listener = this.whenEnded;
		if (listener != null) {
			listener.accept(failure);
		}
	}

	void messageSent() {
		this.counts.messagesSent.increment();
	}

	void messageReceived() {
		if (!this.sealed) {
			this.counts.messagesReceived.increment();
		}
	}

	/** A message of a stream has arrived, which may not count. */
	void heard(long now) {
		if (!this.sealed) {
			this.lastEnds.heardNanos = now;
		}
	}

	/** A call leaves that the server let wait for a stream. */
	void waitedForStream(OpenCall call, long nanos) {
		if (!this.sealed && call.counted) {
			this.recorder.recordStreamWait(nanos);
		}
	}

	void recordGap(long nanos) {
		if (!this.sealed) {
			this.recorder.recordGap(nanos);
		}
	}

	public CallChannel channel() {
		return this.channel;
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
