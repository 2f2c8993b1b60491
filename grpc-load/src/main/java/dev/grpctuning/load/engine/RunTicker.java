package dev.grpctuning.load.engine;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.drive.RunControl;
import dev.grpctuning.load.engine.drive.WarmupPhase;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;
import dev.grpctuning.load.engine.result.StopReason;

/**
 * Ends the intervals of a run, watches its warm-up and reports its progress, on a thread
 * of its own. It stops a run that takes too long, or whose server does not have the
 * method.
 */
final class RunTicker {

	private final LoadPlan plan;

	private final RunStats stats;

	private final IntervalSampler sampler;

	private final WarmupPhase warmup;

	private final RunControl control;

	private final RunClock clock;

	private final LoadRun.RunListener listener;

	private final ScheduledExecutorService executor = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("load-ticker").daemon().factory());

	/** State of the warm-up, and when its last interval ended. */
	private final SteadyState steady = new SteadyState();

	private long warmupNanos;

	RunTicker(LoadPlan plan, RunStats stats, IntervalSampler sampler, WarmupPhase warmup, RunControl control,
			RunClock clock, LoadRun.RunListener listener) {
		this.plan = plan;
		this.stats = stats;
		this.sampler = sampler;
		this.warmup = warmup;
		this.control = control;
		this.clock = clock;
		this.listener = listener;
	}

	void begin() {
		long interval = this.plan.model().interval().toMillis();
		this.executor.scheduleAtFixedRate(guarded(this::tick), interval, interval, TimeUnit.MILLISECONDS);
		if (this.plan.model().warmup() instanceof Warmup.UntilSteady until) {
			long nanos = until.interval().toNanos();
			this.warmupNanos = this.clock.nanoTime();
			this.executor.scheduleAtFixedRate(guarded(() -> watch(nanos)), nanos, nanos, TimeUnit.NANOSECONDS);
		}
		this.executor.schedule(() -> this.control.stop(StopReason.TIMEOUT), this.plan.timeout().toNanos(),
				TimeUnit.NANOSECONDS);
	}

	/** Stops the run if a task throws, because the executor would drop it silently. */
	private Runnable guarded(Runnable task) {
		return () -> {
			try {
				task.run();
			}
			catch (Throwable ex) {
				if (!this.executor.isShutdown()) {
					this.control.broken(ex);
				}
			}
		};
	}

	void end() throws InterruptedException {
		this.executor.shutdownNow();
		this.executor.awaitTermination(10, TimeUnit.SECONDS);
	}

	private void tick() {
		// The warm-up may end after the interval.
		boolean warmingUp = !this.warmup.measured();
		IntervalSampler.Second second = this.sampler.end();
		if (second == null) {
			return;
		}
		report(second);
		endIfUnimplemented();
		boolean saturated = this.control.takeSaturated() || second.late();
		this.listener.progress(new Progress(second.point(), warmingUp, share(),
				Progress.left(this.plan.model(), warmingUp, second.point().seconds()), this.stats.ended(),
				this.stats.failed(), saturated, warmingUp ? this.stats.endWarmupSecond() : null));
	}

	void report(IntervalSampler.Second second) {
		this.listener.interval(second.latencies(), second.from(), second.to());
	}

	/** Stops the run if the method is missing; a server of endless load may change. */
	void endIfUnimplemented() {
		if (!this.plan.endless() && this.control.endedBy() == null && this.stats.unimplemented()) {
			this.control.stop(StopReason.UNIMPLEMENTED);
		}
	}

	/** Ends an interval of the warm-up unless ticks come at once after a pause. */
	private void watch(long intervalNanos) {
		long now = this.clock.nanoTime();
		long length = now - this.warmupNanos;
		if (this.warmup.measured() || length < intervalNanos / 2) {
			return;
		}
		this.warmupNanos = now;
		WarmupFigures interval = this.stats.endWarmupInterval();
		if (this.steady.add(interval.ok() * 1e9 / length, interval.responseP99Micros())) {
			this.warmup.steady();
		}
	}

	private double share() {
		if (!this.warmup.measured()) {
			return 0;
		}
		if (this.plan.model() instanceof LoadModel.Burst bursts) {
			return (double) this.stats.ended() / bursts.schedule().totalCalls();
		}
		if (this.plan.model().totalCalls() != LoadModel.UNLIMITED) {
			return Math.min(1, (double) this.stats.ended() / this.plan.model().totalCalls());
		}
		long passed = this.clock.nanoTime() - this.warmup.measuredNanos();
		return Math.min(1, (double) passed / this.plan.model().duration().toNanos());
	}

}
