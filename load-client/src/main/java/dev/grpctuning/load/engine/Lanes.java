package dev.grpctuning.load.engine;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyRecorder;

/**
 * All channels of a run with their counts, and one latency recorder for each of their
 * threads.
 */
final class Lanes {

	private final List<Lane> lanes;

	private final Map<Executor, LatencyRecorder> recorders = new IdentityHashMap<>();

	private final FailureCounts failures = new FailureCounts();

	private final WarmupCalls warmup = new WarmupCalls();

	Lanes(CallChannels channels, CallObserver observer, @Nullable SendLag lag, RunClock clock) {
		Map<Executor, WarmupCalls.Ends> warmups = new IdentityHashMap<>();
		this.lanes = channels.all()
			.stream()
			.map((channel) -> new Lane(channel,
					this.recorders.computeIfAbsent(channel.executor(), (executor) -> new LatencyRecorder()),
					this.failures, warmups.computeIfAbsent(channel.executor(), (executor) -> this.warmup.onOneThread()),
					observer, lag, clock))
			.toList();
	}

	List<Lane> all() {
		return this.lanes;
	}

	Map<Executor, LatencyRecorder> recorders() {
		return this.recorders;
	}

	FailureCounts failures() {
		return this.failures;
	}

	WarmupCalls warmup() {
		return this.warmup;
	}

	/**
	 * Whether the server does not have the method that is called: nothing but
	 * {@code UNIMPLEMENTED} has come from it, in the warm-up or after it.
	 */
	boolean unimplemented() {
		return ok() + this.warmup.ok() + cancelled() + receivedMessages() == 0
				&& FailureCounts.areUnimplemented(this.failures, this.warmup.failures());
	}

	long started() {
		return this.lanes.stream().mapToLong(Lane::started).sum();
	}

	long ok() {
		return this.lanes.stream().mapToLong(Lane::ok).sum();
	}

	long failed() {
		return this.lanes.stream().mapToLong(Lane::failed).sum();
	}

	long cancelled() {
		return this.lanes.stream().mapToLong(Lane::cancelled).sum();
	}

	long sentMessages() {
		return this.lanes.stream().mapToLong(Lane::sentMessages).sum();
	}

	long receivedMessages() {
		return this.lanes.stream().mapToLong(Lane::receivedMessages).sum();
	}

	/**
	 * What was sent and received until the counts were fixed.
	 */
	MessageBytes messageBytes() {
		return this.lanes.stream().map(Lane::messageBytes).reduce(MessageBytes.NONE, MessageBytes::plus);
	}

	long ended() {
		long ended = 0;
		for (Lane lane : this.lanes) {
			ended += lane.ok() + lane.failed() + lane.cancelled();
		}
		return ended;
	}

	long open() {
		return this.lanes.stream().mapToLong(Lane::open).sum();
	}

	/**
	 * Fixes the counts of the lanes that belong to a thread. Must be called on it.
	 */
	void seal(Executor executor) {
		this.lanes.stream().filter((lane) -> lane.channel().executor() == executor).forEach(Lane::seal);
	}

	long lastEndNanos() {
		return most(LastEnds::lastNanos);
	}

	/**
	 * When the server was heard of last; 0 if it never was.
	 */
	long lastSignNanos() {
		return most(LastEnds::lastSignNanos);
	}

	/**
	 * When a call ended last that the server may not have looked at; 0 if none did.
	 */
	long lastLossNanos() {
		return most(LastEnds::lastLossNanos);
	}

	/**
	 * When the client cancelled a call last; 0 if it never did.
	 */
	long lastCancelNanos() {
		return most(LastEnds::lastCancelNanos);
	}

	/**
	 * The longest time that the server took to end a call; 0 if it never did.
	 */
	long longestAnswerNanos() {
		return most(LastEnds::longestAnswerNanos);
	}

	private long most(ToLongFunction<LastEnds> nanos) {
		return this.lanes.stream().map(Lane::lastEnds).mapToLong(nanos).max().orElse(0);
	}

}
