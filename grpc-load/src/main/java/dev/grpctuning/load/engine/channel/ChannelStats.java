package dev.grpctuning.load.engine.channel;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.engine.channel.BurstSends.BurstEnds;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;

/**
 * Calls of one channel of a run, which end on the channel's thread. Their statistics are
 * kept per thread, because there may be thousands of channels.
 */
public final class ChannelStats {

	private final CallChannel channel;

	final ThreadStats thread;

	private final boolean reportsWhenSent;

	private volatile boolean counting;

	private volatile @Nullable Consumer<@Nullable Status> whenEnded;

	private CallChannels.MessageBytes messageBytes = CallChannels.MessageBytes.NONE;

	ChannelStats(CallChannel channel, ThreadStats thread) {
		this.channel = channel;
		this.thread = thread;
		this.reportsWhenSent = channel.reportsWhenSent();
	}

	/** Sets a listener for the ends of calls, on the channel's thread. */
	public void whenEnded(Consumer<@Nullable Status> whenEnded) {
		this.whenEnded = whenEnded;
	}

	/** Whether calls that are started now count. */
	public boolean counting() {
		return this.counting;
	}

	public void startCounting() {
		this.counting = true;
	}

	/** Takes the sizes of the messages so far. Must be called on the channel's thread. */
	void seal() {
		this.messageBytes = this.channel.messageBytes();
	}

	CallChannels.MessageBytes messageBytes() {
		return this.messageBytes;
	}

	/** Starts a call now, and returns the time. */
	public long start(long dueNanos) {
		long sent = this.thread.clock.nanoTime();
		start(new OpenCall(this, dueNanos, sent, begin(this.counting)));
		return sent;
	}

	public void startDueNow(boolean counted) {
		long now = this.thread.clock.nanoTime();
		start(new OpenCall(this, now, now, begin(counted)));
	}

	/** Counts a call due now, to be {@linkplain #start(OpenCall) started} next. */
	public OpenCall.Awaited beginAwaited(boolean counted) {
		begin(counted);
		long now = this.thread.clock.nanoTime();
		return new OpenCall.Awaited(this, now, now, counted);
	}

	private boolean begin(boolean counted) {
		(counted ? this.thread.counts.started : this.thread.counts.uncountedOpen).increment();
		return counted;
	}

	public void start(OpenCall call) {
		if (!this.reportsWhenSent) {
			sent(call);
		}
		this.channel.start(call);
	}

	long nanoTime() {
		return this.thread.clock.nanoTime();
	}

	/** A call leaves now. May be called from any thread. */
	void sent(OpenCall call) {
		if (call.attempts != 1) {
			return;
		}
		long lagNanos = call.sentNanos - call.dueNanos;
		if (this.thread.lag != null && call.counted) {
			this.thread.lag.record(lagNanos);
		}
		this.thread.observer.sent(lagNanos);
	}

	void succeeded(OpenCall call) {
		long now = this.thread.clock.nanoTime();
		if (!this.thread.sealed) {
			answered(call, now);
		}
	}

	private void answered(OpenCall call, long now) {
		this.thread.observer.answered(now - call.sentNanos, now - call.dueNanos);
		if (call.counted) {
			this.thread.recorder.record(call.dueNanos, call.sentNanos, now);
			long[] stages = call.stages(now, this.thread.clock);
			if (stages != null) {
				this.thread.recorder.recordStages(now - call.dueNanos, stages);
			}
			this.thread.counts.ok.increment();
			this.thread.lastEnds.answered(call.dueNanos, now);
		}
		else {
			this.thread.warmup.answered(now - call.dueNanos);
			this.thread.lastEnds.heardNanos = now;
		}
		ended(call, now, null);
	}

	void failed(OpenCall call, Status status) {
		if (this.thread.sealed) {
			return;
		}
		long now = this.thread.clock.nanoTime();
		CallSettings settings = this.thread.settings;
		if (settings.ok().contains(status.getCode())) {
			if (call.counted) {
				this.thread.expected.add(status, call.dueNanos, call.sentNanos, now);
			}
			answered(call, now);
			return;
		}
		boolean lost = CallSettings.LOST.contains(status.getCode());
		if (settings.retries().again(status.getCode(), call.attempts)) {
			long wait = call.nextWaitNanos(settings.retries(), ThreadLocalRandom.current().nextDouble());
			if (wait >= 0) {
				if (!lost) {
					this.thread.lastEnds.heardNanos = now;
				}
				startAgain(call, wait);
				return;
			}
		}
		this.thread.observer.failed(status.getCode());
		if (call.counted) {
			this.thread.failures.add(status, call.dueNanos, call.sentNanos, now);
			this.thread.counts.failed.increment();
			if (lost) {
				this.thread.lastEnds.lossNanos = now;
			}
			else {
				this.thread.lastEnds.answered(call.dueNanos, now);
			}
		}
		else {
			this.thread.warmup.failed(status.getCode());
			if (!lost) {
				this.thread.lastEnds.heardNanos = now;
			}
		}
		ended(call, now, status);
	}

	/** Starts a call once more after a wait. It stays open, and due when it was. */
	private void startAgain(OpenCall call, long waitNanos) {
		call.attempts++;
		this.channel.executor().schedule(() -> {
			if (!this.thread.sealed) {
				this.channel.start(call);
			}
		}, waitNanos, TimeUnit.NANOSECONDS);
	}

	void cancelled(OpenCall call) {
		if (this.thread.sealed) {
			return;
		}
		this.thread.observer.cancelled();
		long now = this.thread.clock.nanoTime();
		if (call.counted) {
			this.thread.counts.cancelled.increment();
			this.thread.lastEnds.cancelNanos = now;
		}
		ended(call, now, null);
	}

	private void ended(OpenCall call, long now, @Nullable Status failure) {
		BurstEnds bursts = this.thread.burstEnds;
		if (!call.counted) {
			this.thread.counts.uncountedOpen.decrement();
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
		this.thread.counts.messagesSent.increment();
	}

	void messageReceived() {
		if (!this.thread.sealed) {
			this.thread.counts.messagesReceived.increment();
		}
	}

	/** A message of a stream has arrived, which may not count. */
	void heard(long now) {
		if (!this.thread.sealed) {
			this.thread.lastEnds.heardNanos = now;
		}
	}

	/** A call leaves that the server let wait for a stream. */
	void waitedForStream(OpenCall call, long nanos) {
		if (!this.thread.sealed && call.counted) {
			this.thread.recorder.recordStreamWait(nanos);
		}
	}

	void recordGap(long nanos) {
		if (!this.thread.sealed) {
			this.thread.recorder.recordGap(nanos);
		}
	}

	public CallChannel channel() {
		return this.channel;
	}

}
