package dev.grpctuning.load.engine;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * What happens again and again while a run goes on, on a thread of its own: its moments
 * and seconds end and are told of, its warm-up is watched, and it is ended when it has
 * taken too long or its server does not have the method.
 */
final class RunTicker {

	private static final long END_TIMEOUT_MILLIS = 10_000;

	private final LoadPlan plan;

	private final Lanes lanes;

	private final Seconds seconds;

	private final Warming warming;

	private final RunControl control;

	private final RunClock clock;

	private final RunListener listener;

	private final @Nullable WarmupWatch warmupWatch;

	private final ScheduledExecutorService executor = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("load-ticker").daemon().factory());

	RunTicker(LoadPlan plan, Lanes lanes, Seconds seconds, Warming warming, RunControl control, RunClock clock,
			RunListener listener) {
		this.plan = plan;
		this.lanes = lanes;
		this.seconds = seconds;
		this.warming = warming;
		this.control = control;
		this.clock = clock;
		this.listener = listener;
		this.warmupWatch = (plan.model().warmup() instanceof Warmup.UntilSteady until)
				? new WarmupWatch(lanes.warmup(), until.moment()) : null;
	}

	void begin() {
		long moment = this.plan.model().moment().toMillis();
		this.executor.scheduleAtFixedRate(guarded(() -> tick(moment / 2)), moment, moment, TimeUnit.MILLISECONDS);
		if (this.warmupWatch != null && this.plan.model().warmup() instanceof Warmup.UntilSteady until) {
			this.warmupWatch.begin(this.clock.nanoTime());
			long nanos = until.moment().toNanos();
			this.executor.scheduleAtFixedRate(guarded(this::watchWarmup), nanos, nanos, TimeUnit.NANOSECONDS);
		}
		this.executor.schedule(() -> this.control.stop(StopReason.TIMEOUT), this.plan.timeout().toNanos(),
				TimeUnit.NANOSECONDS);
	}

	/**
	 * Ends the run with whatever a task throws: an executor would do it no more, and tell
	 * nobody. What comes of being interrupted at the end is no bug.
	 */
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

	/**
	 * Ends, with what is under way.
	 */
	void end() throws InterruptedException {
		this.executor.shutdownNow();
		this.executor.awaitTermination(END_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
	}

	private void tick(long timeoutMillis) {
		try {
			this.seconds.collect((executor) -> {
			}, timeoutMillis);
			Seconds.Second second = this.seconds.end();
			if (second == null) {
				return;
			}
			tell(second);
			endIfUnimplemented();
			boolean limited = this.control.takeHeldUp() || second.late();
			boolean warmingUp = !this.warming.measured();
			this.listener.progress(new Progress(second.point(), warmingUp, share(),
					Progress.left(this.plan.model(), warmingUp, second.point().seconds()), this.lanes.ended(),
					this.lanes.failed(), limited, warmingUp ? this.lanes.warmup().endSecond() : null));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Hands over what was recorded in a second.
	 */
	void tell(Seconds.Second second) {
		this.listener.interval(second.latencies(), second.from(), second.to());
	}

	/**
	 * Ends the run if its server does not have the method. Load without an end goes on
	 * whatever its server is or will be.
	 */
	void endIfUnimplemented() {
		if (!this.plan.endless() && this.control.endedBy() == null && this.lanes.unimplemented()) {
			this.control.stop(StopReason.UNIMPLEMENTED);
		}
	}

	private void watchWarmup() {
		if (this.warmupWatch != null && !this.warming.measured() && this.warmupWatch.end(this.clock.nanoTime())) {
			this.warming.steady();
		}
	}

	private double share() {
		if (!this.warming.measured()) {
			return 0;
		}
		if (this.plan.model() instanceof LoadModel.Turns turns) {
			return (double) this.lanes.ended() / turns.schedule().totalCalls();
		}
		long passed = this.clock.nanoTime() - this.warming.measuredNanos();
		return Math.min(1, (double) passed / this.plan.model().duration().toNanos());
	}

}
