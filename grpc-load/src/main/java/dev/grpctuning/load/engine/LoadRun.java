package dev.grpctuning.load.engine;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.drive.LoadDriver;
import dev.grpctuning.load.engine.drive.LoadDrivers;
import dev.grpctuning.load.engine.drive.RunControl;
import dev.grpctuning.load.engine.drive.WarmupPhase;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.Latencies;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.SendLag;

/** Drives one plan once over the channels of a target, and accounts for every call. */
public final class LoadRun {

	private static final long SETTLE_TIMEOUT_MILLIS = 500;

	private static final long SEAL_TIMEOUT_MILLIS = 10_000;

	/** Open calls that fail within this time count as failed, not as unfinished. */
	private static final long LOSS_NANOS = TimeUnit.SECONDS.toNanos(2);

	/** A silence shorter than this many of the longest answers is not a stall. */
	private static final int UNUSUAL = 2;

	private final LoadPlan plan;

	private final CallChannels channels;

	private final RunClock clock = RunClock.start();

	private final LoadDriver driver;

	private final @Nullable SendLag lag;

	private final RunStats stats;

	private final IntervalSampler sampler;

	private final RateWindow window;

	private final WarmupPhase warmup;

	private final RunControl control = new RunControl(this.clock);

	private final RunTicker ticker;

	private volatile boolean draining;

	private long drivenNanos;

	private volatile CpuShare.@Nullable Counters cpuAtBegin;

	private CpuShare cpu = CpuShare.UNKNOWN;

	private double sealedCpuSeconds;

	private long sealedNanos;

	public LoadRun(LoadPlan plan, CallChannels channels, RunListener listener) {
		this(plan, channels, listener, CallObserver.NONE);
	}

	public LoadRun(LoadPlan plan, CallChannels channels, RunListener listener, CallObserver observer) {
		this.plan = plan;
		this.channels = channels;
		this.lag = (plan.model() instanceof LoadModel.Open open) ? new SendLag(open.maxLag(), open.maxLagShare())
				: null;
		this.stats = new RunStats(channels, observer, this.lag, this.clock);
		this.stats.settings(plan.call().settings());
		this.driver = LoadDrivers.of(plan.model(), plan.maxOpenCalls(), this.stats, this.control);
		this.sampler = new IntervalSampler(this.stats, this.lag, plan.model().interval(), plan.endless(), this.clock);
		this.window = new RateWindow(plan.model(), this.stats, this.clock);
		this.warmup = new WarmupPhase(plan.model().warmup(), this.stats, this::begin);
		this.ticker = new RunTicker(plan, this.stats, this.sampler, this.warmup, this.control, this.clock, listener);
	}

	public void stop(StopReason reason) {
		this.control.stop(reason);
	}

	/**
	 * Starts no more calls and waits for the open ones, as at the end of a plan. May be
	 * called from any thread and at any time.
	 */
	public void finish() {
		this.control.finish(null);
	}

	/**
	 * Ends the run early but gracefully: starts no more calls and waits for the open
	 * ones. Does nothing when all calls have been started. May be called from any thread.
	 */
	public void finish(StopReason reason) {
		if (!this.draining) {
			this.control.finish(reason);
		}
	}

	/** Whether all calls have been started, and only open ones are waited for. */
	public boolean draining() {
		return this.draining;
	}

	/** Drives the plan and waits for its calls; a bug throws while calls may be open. */
	public MeasuredLoad run() throws InterruptedException {
		try {
			begin(this.clock.nanoTime());
			this.ticker.begin();
			try {
				this.drivenNanos = this.driver.drive(this.warmup);
				this.window.end();
				CpuShare.Counters cpuBefore = this.cpuAtBegin;
				if (cpuBefore != null) {
					this.cpu = CpuShare.between(cpuBefore, CpuShare.Counters.at(this.clock.nanoTime()));
				}
				this.draining = true;
				drain();
			}
			finally {
				this.ticker.end();
			}
			Throwable bug = this.control.brokenBy();
			if (bug != null) {
				throw new BrokenRunException(bug);
			}
			this.sealedNanos = this.clock.nanoTime();
			this.sealedCpuSeconds = ClientProcess.cpuSeconds();
			this.stats.seal(SEAL_TIMEOUT_MILLIS);
			this.ticker.report(this.sampler.endLast());
			this.ticker.endIfUnimplemented();
		}
		finally {
			this.driver.close();
		}
		return result();
	}

	private void begin(long nanoTime) {
		this.sampler.begin(nanoTime);
		this.window.begin();
		this.control.begin();
		if (CpuShare.judges(this.plan.model())) {
			this.cpuAtBegin = CpuShare.Counters.at(nanoTime);
		}
	}

	private void drain() throws InterruptedException {
		long until = this.clock.nanoTime() + this.plan.drain().toNanos();
		do {
			awaitCalls(until, () -> !this.control.abandoned());
			this.stats.settle(SETTLE_TIMEOUT_MILLIS);
		}
		while (callsOpen(until) && !this.control.abandoned());
		if (this.control.stoppedBy() != null) {
			awaitCalls(this.clock.nanoTime() + LOSS_NANOS, () -> true);
		}
	}

	private void awaitCalls(long until, BooleanSupplier wanted) throws InterruptedException {
		while (callsOpen(until) && wanted.getAsBoolean()) {
			TimeUnit.MILLISECONDS.sleep(1);
		}
	}

	private boolean callsOpen(long until) {
		return this.stats.open() > 0 && this.clock.nanoTime() - until < 0;
	}

	private MeasuredLoad result() {
		long started = this.stats.started();
		long ok = this.stats.ok();
		Map<String, Long> failed = this.stats.failuresByStatus();
		long cancelled = this.stats.cancelled();
		long ended = ok + failed.values().stream().mapToLong(Long::longValue).sum() + cancelled;
		Counts counts = new Counts(started, ok, failed, cancelled, started - ended);
		// What is still open has been waited for, but no call ended in that time.
		long end = (ended > 0) ? Math.max(this.stats.lastEndNanos(), this.drivenNanos) : this.sealedNanos;
		double elapsedSeconds = (end - this.sampler.start().nanos()) / 1e9;
		LatencyInterval total = this.sampler.latencies();
		long startedNanos = this.clock.systemNanos(this.sampler.start().nanos());
		total.slowest().moveBy(startedNanos - this.sampler.start().nanos());
		ClientUse client = use(ended);
		long clipped = total.clipped() + ((this.lag != null) ? this.lag.clipped() : 0);
		LoadResult result = new LoadResult(this.sampler.start().at(), this.window.rate(elapsedSeconds), counts,
				this.stats.statuses(), this.channels.protocolErrors(),
				new Latencies(LatencySummary.of(total.service()), LatencySummary.of(total.response())), clipped,
				this.stats.messages(streams(total, elapsedSeconds)), sending(started), this.warmup.result(), client,
				this.control.endedBy());
		return new MeasuredLoad(result, startedNanos, total, this.sampler.timeline(), this.stats.bursts(),
				silentSeconds(counts), this.control.saturation());
	}

	private @Nullable Double silentSeconds(Counts counts) {
		long heard = Math.max(this.stats.lastSignNanos(), this.sampler.start().nanos());
		if (counts.unfinished() == 0 && this.stats.lastLossNanos() - heard <= 0) {
			return null;
		}
		// A call that the client cancels, the server may have been about to answer.
		long since = Math.max(heard, this.stats.lastCancelNanos());
		long silent = Math.max(0, this.driver.silentNanos(since));
		return (silent >= UNUSUAL * this.stats.longestAnswerNanos()) ? silent / 1e9 : 0;
	}

	private @Nullable Streams streams(LatencyInterval total, double seconds) {
		long sent = this.stats.sentMessages();
		long received = this.stats.receivedMessages();
		if (sent == 0 && received == 0) {
			return null;
		}
		Histogram gaps = (total.gaps() != null) ? total.gaps() : SendLag.newHistogram();
		return new Streams(sent, received, sent / seconds, received / seconds, LatencySummary.of(gaps));
	}

	private @Nullable SendStats sending(long started) {
		if (this.lag == null || !(this.plan.model() instanceof LoadModel.Open open)) {
			return null;
		}
		Histogram lags = this.lag.total();
		double elapsed = Math.max(1, this.drivenNanos - this.sampler.start().nanos()) / 1e9;
		double plannedTime = Math.min(elapsed, open.duration().toNanos() / 1e9);
		double planned = open.arrivals().callsBefore(plannedTime) / plannedTime;
		return new SendStats(started / elapsed, Double.isNaN(planned) ? null : planned, LatencySummary.of(lags),
				this.lag.lateShare(lags));
	}

	private ClientUse use(long ended) {
		double cpuSeconds = this.sealedCpuSeconds - this.sampler.start().cpuSeconds();
		if (this.lag != null && this.lag.saturates(this.lag.total())) {
			this.control
				.saturatedByPlan(new Saturation(Saturation.Cause.LATE_CALLS, this.lag.reason(this.lag.total())));
		}
		Saturation byCpu = this.cpu.saturation(this.plan.model());
		if (byCpu != null) {
			this.control.saturatedByPlan(byCpu);
		}
		Saturation saturation = this.control.saturation();
		return new ClientUse(cpuSeconds, (ended != 0) ? cpuSeconds * 1e6 / ended : 0, this.sampler.peakHeapBytes(),
				(saturation != null) ? saturation.reason() : null);
	}

	/** Listens to the progress of a run. */
	@FunctionalInterface
	public interface RunListener {

		void progress(Progress progress);

		/**
		 * The latencies of a second. All seconds together have every call that counts.
		 */
		default void interval(LatencyInterval latencies, Instant from, Instant to) {
		}

	}

	/** Thrown when a bug of this client ended a run. */
	public static final class BrokenRunException extends RuntimeException {

		BrokenRunException(Throwable bug) {
			super("a bug of this client ended the run: " + bug, bug);
		}

	}

}
