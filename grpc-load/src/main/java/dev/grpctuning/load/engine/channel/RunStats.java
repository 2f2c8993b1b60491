package dev.grpctuning.load.engine.channel;

import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.engine.channel.ThreadStats.CallCounts;
import dev.grpctuning.load.engine.channel.ThreadStats.CallEnds;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.SendLag;

/** Statistics of all channels of a run, kept once per thread. */
public final class RunStats {

	private final List<ChannelStats> stats;

	private final Map<Executor, ThreadStats> threads = new IdentityHashMap<>();

	private final StatusCounts failures = new StatusCounts();

	private final StatusCounts expected = new StatusCounts();

	private final WarmupCalls warmup = new WarmupCalls();

	private @Nullable BurstSends bursts;

	public RunStats(CallChannels channels, CallObserver observer, @Nullable SendLag lag, RunClock clock) {
		this.stats = channels.all()
			.stream()
			.map((channel) -> new ChannelStats(channel,
					this.threads.computeIfAbsent(channel.executor(),
							(executor) -> new ThreadStats(this.failures, this.expected, this.warmup.onOneThread(),
									observer, lag, clock))))
			.toList();
	}

	public List<ChannelStats> all() {
		return this.stats;
	}

	/** From now on, counts and repeats calls as these settings have it. */
	public void settings(CallSettings settings) {
		this.threads.values().forEach((thread) -> thread.settings = settings);
	}

	/** Moves what was recorded since the last time, without waiting for its threads. */
	public void drainTo(LatencyInterval sum) {
		this.threads.values().forEach((thread) -> thread.recorder.drainTo(sum));
	}

	public Map<String, Long> failuresByStatus() {
		return this.failures.byStatus();
	}

	/** The calls that ended with a status other than OK, failed or expected. */
	public Map<String, StatusCalls> statuses() {
		Map<String, StatusCalls> statuses = this.failures.results();
		statuses.putAll(this.expected.results());
		return statuses;
	}

	/** Ends a second of the warm-up. All seconds and intervals must end on one thread. */
	public WarmupFigures endWarmupSecond() {
		return this.warmup.endSecond();
	}

	/** Ends an interval of the warm-up, which leaves the current second as it is. */
	public WarmupFigures endWarmupInterval() {
		return this.warmup.endInterval();
	}

	/** Records from now on when the counted calls of each burst end. */
	public void recordBursts(int callsPerBurst) {
		this.bursts = new BurstSends(callsPerBurst,
				this.threads.values().stream().map(ThreadStats::recordBursts).toList());
	}

	/** All calls of a burst have been sent. Must be called on the sending thread. */
	public void burstSent(long dueNanos, long lastSendNanos) {
		if (this.bursts != null) {
			this.bursts.sent(dueNanos, lastSendNanos);
		}
	}

	/** How long the calls of recorded bursts were open. */
	public @Nullable Bursts bursts() {
		return (this.bursts != null) ? this.bursts.bursts() : null;
	}

	/** Whether all answers were {@code UNIMPLEMENTED}, also in the warm-up. */
	public boolean unimplemented() {
		Set<Status.Code> failed = EnumSet.noneOf(Status.Code.class);
		failed.addAll(this.failures.statuses());
		failed.addAll(this.warmup.failedWith());
		return ok() + this.warmup.ok() + cancelled() + receivedMessages() == 0 && StatusCounts.areUnimplemented(failed);
	}

	public long started() {
		return sum((counts) -> counts.started.sum());
	}

	public long ok() {
		return sum((counts) -> counts.ok.sum());
	}

	/** Calls answered so far, those of the warm-up included. */
	public long answered() {
		return ok() + this.warmup.ok();
	}

	public long failed() {
		return sum((counts) -> counts.failed.sum());
	}

	public long cancelled() {
		return sum((counts) -> counts.cancelled.sum());
	}

	public long sentMessages() {
		return sum((counts) -> counts.messagesSent.sum());
	}

	public long receivedMessages() {
		return sum((counts) -> counts.messagesReceived.sum());
	}

	public Messages messages(@Nullable Streams streams) {
		return this.stats.stream()
			.map(ChannelStats::messageBytes)
			.reduce(CallChannels.MessageBytes.NONE, CallChannels.MessageBytes::plus)
			.messages(streams);
	}

	public long ended() {
		return ok() + failed() + cancelled();
	}

	public long open() {
		return sum(CallCounts::open);
	}

	/** Seals all counts, each on the thread that changes them. */
	public void seal(long timeoutMillis) throws InterruptedException {
		onEachThread((executor) -> {
			Objects.requireNonNull(this.threads.get(executor)).sealed = true;
			this.stats.stream()
				.filter((channel) -> channel.channel().executor() == executor)
				.forEach(ChannelStats::seal);
		}, timeoutMillis);
	}

	/** Waits until the channels' threads have counted the calls that they start. */
	public void settle(long timeoutMillis) throws InterruptedException {
		onEachThread((executor) -> {
		}, timeoutMillis);
	}

	private void onEachThread(Consumer<Executor> task, long timeoutMillis) throws InterruptedException {
		CountDownLatch done = new CountDownLatch(this.threads.size());
		for (Executor executor : this.threads.keySet()) {
			try {
				executor.execute(() -> {
					task.accept(executor);
					done.countDown();
				});
			}
			catch (RejectedExecutionException ex) {
				done.countDown();
			}
		}
		done.await(timeoutMillis, TimeUnit.MILLISECONDS);
	}

	public long lastEndNanos() {
		return most(CallEnds::lastNanos);
	}

	public long lastSignNanos() {
		return most(CallEnds::lastSignNanos);
	}

	public long lastLossNanos() {
		return most((ends) -> ends.lossNanos);
	}

	public long lastCancelNanos() {
		return most((ends) -> ends.cancelNanos);
	}

	public long longestAnswerNanos() {
		return most((ends) -> ends.longestAnswerNanos);
	}

	private long sum(ToLongFunction<CallCounts> count) {
		return this.threads.values().stream().mapToLong((thread) -> count.applyAsLong(thread.counts)).sum();
	}

	private long most(ToLongFunction<CallEnds> nanos) {
		return this.threads.values().stream().mapToLong((thread) -> nanos.applyAsLong(thread.lastEnds)).max().orElse(0);
	}

}
