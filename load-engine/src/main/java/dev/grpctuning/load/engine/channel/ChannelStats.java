package dev.grpctuning.load.engine;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyRecorder;

/**
 * One channel of a run with what is counted on it. Calls end on the channel's thread.
 */
final class Lane {

	private final CallChannel channel;

	private final LatencyRecorder recorder;

	private final FailureCounts failures;

	private final WarmupCalls.Ends warmup;

	private final CallObserver observer;

	/**
	 * Where the lag of calls that count is recorded, if the model has one.
	 */
	private final @Nullable SendLag lag;

	private final RunClock clock;

	private final boolean toldWhenSent;

	private final LongAdder started = new LongAdder();

	private final LongAdder ok = new LongAdder();

	private final LongAdder failed = new LongAdder();

	private final LongAdder cancelled = new LongAdder();

	private final LongAdder messagesSent = new LongAdder();

	private final LongAdder messagesReceived = new LongAdder();

	/**
	 * Calls that do not count, because they were started in the warm-up.
	 */
	private final LongAdder uncountedOpen = new LongAdder();

	private final LastEnds lastEnds = new LastEnds();

	private volatile boolean counting;

	private volatile @Nullable Consumer<@Nullable Status> whenEnded;

	private volatile @Nullable TurnEnds turnEnds;

	private volatile MessageBytes messageBytes = MessageBytes.NONE;

	/**
	 * Written and read on the channel's thread only.
	 */
	private boolean sealed;

	Lane(CallChannel channel, LatencyRecorder recorder, FailureCounts failures, WarmupCalls.Ends warmup,
			CallObserver observer, @Nullable SendLag lag, RunClock clock) {
		this.channel = channel;
		this.recorder = recorder;
		this.failures = failures;
		this.warmup = warmup;
		this.observer = observer;
		this.lag = lag;
		this.clock = clock;
		this.toldWhenSent = channel.tellsWhenSent();
	}

	/**
	 * Names who is told, on the channel's thread, that a call ended.
	 * @param whenEnded takes the status of a call that failed, {@code null} for one that
	 * was answered or cancelled by the client
	 */
	void whenEnded(Consumer<@Nullable Status> whenEnded) {
		this.whenEnded = whenEnded;
	}

	/**
	 * From now on notes when the calls of each turn end, of those that count.
	 */
	TurnEnds noteTurns() {
		TurnEnds ends = new TurnEnds();
		this.turnEnds = ends;
		return ends;
	}

	void startCounting() {
		this.counting = true;
	}

	/**
	 * Fixes the counts: what ends from now on is ignored. Must be called on the channel's
	 * thread.
	 */
	void seal() {
		this.sealed = true;
		this.messageBytes = this.channel.messageBytes();
	}

	/**
	 * Starts a call now.
	 * @param dueNanos when it was due, on the clock of the run
	 * @return when it was sent, on the same clock
	 */
	long start(long dueNanos) {
		long sent = this.clock.nanoTime();
		start(dueNanos, sent);
		return sent;
	}

	/**
	 * Starts a call that is due now.
	 */
	void startDueNow() {
		long now = this.clock.nanoTime();
		start(now, now);
	}

	private void start(long dueNanos, long sentNanos) {
		start(new OpenCall(this, dueNanos, sentNanos, begin()));
	}

	/**
	 * Counts a call as started that is due now, to be {@linkplain #start(OpenCall)
	 * started} then.
	 * @return the call
	 */
	AwaitedCall beginAwaited() {
		boolean counted = begin();
		long now = this.clock.nanoTime();
		return new AwaitedCall(this, now, now, counted);
	}

	/**
	 * Counts a call.
	 * @return whether it counts in the result
	 */
	private boolean begin() {
		boolean counted = this.counting;
		(counted ? this.started : this.uncountedOpen).increment();
		return counted;
	}

	void start(OpenCall call) {
		if (!this.toldWhenSent) {
			sent(call);
		}
		this.channel.start(call);
	}

	long nanoTime() {
		return this.clock.nanoTime();
	}

	/**
	 * Says that a call is really sent now. May be called on any thread.
	 */
	void sent(OpenCall call) {
		long lagNanos = call.sentNanos() - call.dueNanos();
		if (this.lag != null && call.counted()) {
			this.lag.record(lagNanos);
		}
		this.observer.sent(lagNanos);
	}

	void succeeded(OpenCall call) {
		long now = this.clock.nanoTime();
		if (this.sealed) {
			return;
		}
		this.observer.answered(now - call.sentNanos(), now - call.dueNanos());
		if (call.counted()) {
			this.recorder.record(now - call.sentNanos(), now - call.dueNanos());
			this.ok.increment();
			this.lastEnds.answered(call, now);
			ended(call, now);
		}
		else {
			this.uncountedOpen.decrement();
			this.warmup.answered(now - call.dueNanos());
			this.lastEnds.heard(now);
		}
		ended(null);
	}

	void failed(OpenCall call, Status status) {
		if (this.sealed) {
			return;
		}
		this.observer.failed(status.getCode());
		long now = this.clock.nanoTime();
		if (call.counted()) {
			this.failures.add(status);
			this.failed.increment();
			if (FailureCounts.isLoss(status)) {
				this.lastEnds.lost(now);
			}
			else {
				this.lastEnds.answered(call, now);
			}
			ended(call, now);
		}
		else {
			this.uncountedOpen.decrement();
			this.warmup.failed(status);
			if (!FailureCounts.isLoss(status)) {
				this.lastEnds.heard(now);
			}
		}
		ended(status);
	}

	void cancelled(OpenCall call) {
		if (this.sealed) {
			return;
		}
		this.observer.cancelled();
		if (call.counted()) {
			this.cancelled.increment();
			long now = this.clock.nanoTime();
			this.lastEnds.cancelled(now);
			ended(call, now);
		}
		else {
			this.uncountedOpen.decrement();
		}
		ended(null);
	}

	void messageSent() {
		this.messagesSent.increment();
	}

	void messageReceived() {
		if (!this.sealed) {
			this.messagesReceived.increment();
		}
	}

	/**
	 * Says that a message of a stream has arrived. It may be one that does not count.
	 */
	void heard(long now) {
		if (!this.sealed) {
			this.lastEnds.heard(now);
		}
	}

	void recordGap(long nanos) {
		if (!this.sealed) {
			this.recorder.recordGap(nanos);
		}
	}

	private void ended(OpenCall call, long now) {
		TurnEnds ends = this.turnEnds;
		if (ends != null) {
			ends.ended(call.dueNanos(), now);
		}
	}

	private void ended(@Nullable Status failure) {
		Consumer<@Nullable Status> listener = this.whenEnded;
		if (listener != null) {
			listener.accept(failure);
		}
	}

	CallChannel channel() {
		return this.channel;
	}

	LatencyRecorder recorder() {
		return this.recorder;
	}

	long started() {
		return this.started.sum();
	}

	long ok() {
		return this.ok.sum();
	}

	long failed() {
		return this.failed.sum();
	}

	long cancelled() {
		return this.cancelled.sum();
	}

	long sentMessages() {
		return this.messagesSent.sum();
	}

	long receivedMessages() {
		return this.messagesReceived.sum();
	}

	/**
	 * What was sent and received until the counts were fixed.
	 */
	MessageBytes messageBytes() {
		return this.messageBytes;
	}

	long open() {
		return this.started.sum() - this.ok.sum() - this.failed.sum() - this.cancelled.sum() + this.uncountedOpen.sum();
	}

	LastEnds lastEnds() {
		return this.lastEnds;
	}

}
