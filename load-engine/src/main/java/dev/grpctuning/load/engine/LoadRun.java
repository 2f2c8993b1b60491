package dev.grpctuning.load.engine;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LagRecorder;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * Drives one plan once over the channels of a target, and accounts for every call.
 */
public final class LoadRun {

	private static final long POLL_MILLIS = 1;

	private static final long COLLECT_TIMEOUT_MILLIS = 500;

	private static final long SEAL_TIMEOUT_MILLIS = 10_000;

	/**
	 * Calls that fail because their server has gone do so within moments; they are
	 * counted as failed rather than unfinished if they end within this time.
	 */
	private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(2);

	/**
	 * A silence of less than so many of the server's longest answers is no silence.
	 */
	private static final int UNUSUAL = 2;

	private final LoadPlan plan;

	private final CallChannels channels;

	private final RunClock clock = RunClock.SYSTEM;

	private final LoadDriver driver;

	private final @Nullable SendLag lag;

	private final Lanes lanes;

	private final Seconds seconds;

	private final Warming warming;

	private final RunControl control = new RunControl(this.clock);

	private final RunTicker ticker;

	private volatile boolean draining;

	private long drivenNanos;

	private double sealedCpuSeconds;

	private long sealedNanos;

	/**
	 * Prepares a run.
	 * @param plan what to drive
	 * @param channels where to; they stay the caller's to close
	 * @param listener told how far the run has got
	 */
	public LoadRun(LoadPlan plan, CallChannels channels, RunListener listener) {
		this(plan, channels, listener, CallObserver.NONE);
	}

	/**
	 * Prepares a run of which every call is observed.
	 * @param plan what to drive
	 * @param channels where to; they stay the caller's to close
	 * @param listener told how far the run has got
	 * @param observer told of every call
	 */
	public LoadRun(LoadPlan plan, CallChannels channels, RunListener listener, CallObserver observer) {
		this.plan = plan;
		this.channels = channels;
		this.driver = LoadDriver.of(plan.model(), plan.maxOpenCalls());
		this.lag = (plan.model() instanceof LoadModel.Open open) ? new SendLag(open.maxLag(), open.maxLagShare())
				: null;
		this.lanes = new Lanes(channels, observer, this.lag, this.clock);
		this.seconds = new Seconds(this.lanes, this.lag, plan.model().moment(), plan.endless(), this.clock);
		this.warming = new Warming(plan.model().warmup(), this.lanes, this.seconds::begin);
		this.ticker = new RunTicker(plan, this.lanes, this.seconds, this.warming, this.control, this.clock, listener);
	}

	/**
	 * Ends the run before its plan. May be called from any thread, also before the run
	 * and after it.
	 * @param reason why, as the result will say
	 */
	public void stop(StopReason reason) {
		this.control.stop(reason);
	}

	/**
	 * Ends a run that has no end of its own, or that nobody will look at: no more calls
	 * are started, and those that are open are waited for as the plan says. May be called
	 * from any thread, also before the run and after it.
	 */
	public void finish() {
		this.control.finish(null);
	}

	/**
	 * Ends the run before its plan, but in good order: no more calls are started, and
	 * those that are open are waited for as the plan says. May be called from any thread,
	 * also before the run; when all calls have been started it does nothing.
	 * @param reason why, as the result will say
	 */
	public void finish(StopReason reason) {
		if (!this.draining) {
			this.control.finish(reason);
		}
	}

	/**
	 * Whether all calls have been started, so that only open ones are waited for.
	 * @return whether no more will be
	 */
	public boolean draining() {
		return this.draining;
	}

	/**
	 * Drives the plan and waits for its calls to end.
	 * @return what came of it
	 * @throws InterruptedException if the thread was interrupted; calls may be open then
	 * @throws BrokenRunException if this client could not watch it any more; calls may be
	 * open then
	 */
	public LoadResult run() throws InterruptedException {
		this.seconds.begin(System.nanoTime());
		this.ticker.begin();
		try {
			this.drivenNanos = this.driver.drive(this.lanes, this.control, this.warming);
			this.draining = true;
			drain();
		}
		finally {
			this.ticker.end();
		}
		throwIfBroken();
		this.sealedNanos = System.nanoTime();
		this.sealedCpuSeconds = ClientProcess.cpuSeconds();
		seal();
		this.ticker.endIfUnimplemented();
		this.driver.close();
		return result();
	}

	private void throwIfBroken() {
		Throwable bug = this.control.brokenBy();
		if (bug != null) {
			this.driver.close();
			throw new BrokenRunException(bug);
		}
	}

	private void drain() throws InterruptedException {
		long until = System.nanoTime() + this.plan.drain().toNanos();
		do {
			while (this.lanes.open() > 0 && System.nanoTime() < until && !this.control.abandoned()) {
				TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
			}
			// A call that a channel's thread was just starting has been counted after
			// this.
			this.seconds.collect((executor) -> {
			}, COLLECT_TIMEOUT_MILLIS);
		}
		while (this.lanes.open() > 0 && System.nanoTime() < until && !this.control.abandoned());
		if (this.control.stoppedBy() != null) {
			until = System.nanoTime() + SETTLE_NANOS;
			while (this.lanes.open() > 0 && System.nanoTime() < until) {
				TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
			}
		}
	}

	/**
	 * Fixes all counts, each on the thread that changes them.
	 */
	private void seal() throws InterruptedException {
		this.seconds.collect(this.lanes::seal, SEAL_TIMEOUT_MILLIS);
		this.ticker.tell(this.seconds.endLast());
	}

	private LoadResult result() {
		long started = this.lanes.started();
		long ok = this.lanes.ok();
		Map<String, Long> failed = this.lanes.failures().byStatus();
		long cancelled = this.lanes.cancelled();
		long ended = ok + failed.values().stream().mapToLong(Long::longValue).sum() + cancelled;
		Counts counts = new Counts(started, ok, failed, cancelled, started - ended);
		// What is still open has been waited for, but no call ended in that time.
		long end = (ended > 0) ? Math.max(this.lanes.lastEndNanos(), this.drivenNanos) : this.sealedNanos;
		double elapsedSeconds = (end - this.seconds.startedNanos()) / 1e9;
		LatencyInterval total = this.seconds.latencies();
		return new LoadResult(this.seconds.startedAt(), this.seconds.startedNanos(), counts,
				this.lanes.failures().firstMessages(), elapsedSeconds, ok / elapsedSeconds,
				LatencySummary.of(total.service()), LatencySummary.of(total.response()), total,
				this.lanes.messageBytes().sizes(), messages(total, elapsedSeconds), sending(started),
				this.warming.result(), clipped(total), use(ended), this.control.endedBy(), this.seconds.timeline(),
				this.driver.bursts(), this.channels.protocolErrors(), silentSeconds(counts));
	}

	private long clipped(LatencyInterval total) {
		return total.clipped() + ((this.lag != null) ? this.lag.clipped() : 0);
	}

	private @Nullable Double silentSeconds(Counts counts) {
		long heard = Math.max(this.lanes.lastSignNanos(), this.seconds.startedNanos());
		if (counts.unfinished() == 0 && this.lanes.lastLossNanos() - heard <= 0) {
			return null;
		}
		// A call that the client cancels, the server may have been about to answer.
		long since = Math.max(heard, this.lanes.lastCancelNanos());
		long silent = Math.max(0, this.driver.silentNanos(since, this.drivenNanos));
		return (silent >= UNUSUAL * this.lanes.longestAnswerNanos()) ? silent / 1e9 : 0;
	}

	private @Nullable Messages messages(LatencyInterval total, double seconds) {
		long sent = this.lanes.sentMessages();
		long received = this.lanes.receivedMessages();
		if (sent == 0 && received == 0) {
			return null;
		}
		Histogram gaps = (total.gaps() != null) ? total.gaps() : LagRecorder.newHistogram();
		return new Messages(sent, received, sent / seconds, received / seconds, LatencySummary.of(gaps),
				HistogramText.encode(gaps));
	}

	private @Nullable Sending sending(long started) {
		if (this.lag == null || !(this.plan.model() instanceof LoadModel.Open open)) {
			return null;
		}
		Histogram lags = this.lag.total();
		double elapsed = Math.max(1, this.drivenNanos - this.seconds.startedNanos()) / 1e9;
		double plannedTime = Math.min(elapsed, open.duration().toNanos() / 1e9);
		double planned = open.arrivals().callsBefore(plannedTime) / plannedTime;
		return new Sending(started / elapsed, Double.isNaN(planned) ? null : planned, LatencySummary.of(lags),
				this.lag.lateShare(lags), HistogramText.encode(lags));
	}

	private ClientUse use(long ended) {
		double cpuSeconds = this.sealedCpuSeconds - this.seconds.startedCpuSeconds();
		if (this.lag != null && this.lag.holdsUp(this.lag.total())) {
			this.control.limited(this.lag.reason(this.lag.total()));
		}
		String limitedBy = this.control.limitedBy();
		return new ClientUse(cpuSeconds, (ended != 0) ? cpuSeconds * 1e6 / ended : 0, this.seconds.peakHeapBytes(),
				limitedBy != null, limitedBy);
	}

}
