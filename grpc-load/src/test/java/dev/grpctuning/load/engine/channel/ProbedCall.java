package dev.grpctuning.load.engine.channel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.Status;

import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.latency.LatencyInterval;

/** One call of a channel under test, counted and measured as a run does it. */
public final class ProbedCall {

	private final CompletableFuture<Status> end = new CompletableFuture<>();

	private final AtomicInteger ends = new AtomicInteger();

	private final AtomicInteger sent = new AtomicInteger();

	private final ThreadStats thread = new ThreadStats(new StatusCounts(), new StatusCounts(),
			new WarmupCalls().onOneThread(), new SendObserver(), null, RunClock.start());

	private final ScheduledExecutorService executor;

	private ProbedCall(CallChannel channel) {
		this.executor = channel.executor();
		ChannelStats stats = new ChannelStats(channel, this.thread);
		stats.startCounting();
		stats.whenEnded((status) -> {
			this.ends.incrementAndGet();
			this.end.complete((status != null) ? status : Status.OK);
		});
		stats.startDueNow(true);
	}

	/** Starts a call. */
	public static ProbedCall start(CallChannel channel) {
		return new ProbedCall(channel);
	}

	/** Waits for the end of the call. */
	public Status await() throws Exception {
		return this.end.get(10, TimeUnit.SECONDS);
	}

	public boolean hasEnded() {
		return this.end.isDone();
	}

	/** How often the call was said to have ended. */
	public int ends() {
		return this.ends.get();
	}

	/** How often the call was said to be sent. */
	public int sent() {
		return this.sent.get();
	}

	/** The latencies of the call, which must have been answered. */
	public LatencyInterval latencies() throws Exception {
		LatencyInterval sum = new LatencyInterval();
		this.executor.submit(() -> this.thread.recorder.drainTo(sum)).get();
		return sum;
	}

	private final class SendObserver implements CallObserver {

		@Override
		public void sent(long lagNanos) {
			ProbedCall.this.sent.incrementAndGet();
		}

		@Override
		public void answered(long serviceNanos, long responseNanos) {
		}

		@Override
		public void failed(Status.Code status) {
		}

		@Override
		public void cancelled() {
		}

	}

}
