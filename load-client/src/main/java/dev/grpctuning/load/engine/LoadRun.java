package dev.grpctuning.load.engine;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * Drives one plan once over the channels of a target, and accounts for every call.
 */
public final class LoadRun {

	private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private static final long SHORTEST_SECOND_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private static final long COLLECT_TIMEOUT_MILLIS = 500;

	private static final long SEAL_TIMEOUT_MILLIS = 10_000;

	/**
	 * Calls that fail because their server has gone do so within moments; they are
	 * counted as failed rather than unfinished if they end within this time.
	 */
	private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(2);

	private final LoadPlan plan;

	private final Consumer<Progress> listener;

	private final LoadDriver driver;

	private final Lanes lanes;

	private final LatencyTotals latencies;

	private volatile Timeline timeline;

	private volatile boolean counting;

	private final RunControl control = new RunControl();

	private long lastTickNanos = System.nanoTime();

	private volatile Instant startedAt = Instant.EPOCH;

	private volatile long startedNanos;

	private volatile double startedCpuSeconds;

	private double sealedCpuSeconds;

	private long sealedNanos;

	/**
	 * Prepares a run.
	 * @param plan what to drive
	 * @param channels where to; they stay the caller's to close
	 * @param listener told once a second how far the run has got
	 */
	public LoadRun(LoadPlan plan, CallChannels channels, Consumer<Progress> listener) {
		this.plan = plan;
		this.listener = listener;
		this.driver = switch (plan.model()) {
			case LoadModel.Turns turns -> new TurnsDriver(turns.schedule(), plan.maxOpenCalls());
			case LoadModel.Closed closed -> new ClosedDriver(closed, plan.maxOpenCalls());
		};
		this.lanes = new Lanes(channels, this.driver.countsFromStart());
		this.latencies = new LatencyTotals(this.lanes.recorders());
		this.timeline = new Timeline(this.lanes);
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
	 * Drives the plan and waits for its calls to end.
	 * @return what came of it
	 * @throws InterruptedException if the thread was interrupted; calls may be open then
	 */
	public LoadResult run() throws InterruptedException {
		begin();
		try (ScheduledExecutorService ticker = Executors
			.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("load-ticker").daemon().factory())) {
			ticker.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
			ticker.schedule(() -> stop(StopReason.TIMEOUT), this.plan.timeout().toNanos(), TimeUnit.NANOSECONDS);
			try {
				this.counting = this.driver.countsFromStart();
				this.driver.drive(this.lanes, this.control, this::measuring);
				drain();
			}
			finally {
				// Or close() would wait for the timeout above.
				ticker.shutdownNow();
			}
			ticker.awaitTermination(SEAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
		}
		this.sealedNanos = System.nanoTime();
		this.sealedCpuSeconds = ClientProcess.cpuSeconds();
		seal();
		return result();
	}

	private void measuring() {
		begin();
		this.counting = true;
	}

	private synchronized void begin() {
		this.timeline = new Timeline(this.lanes);
		this.startedAt = Instant.now();
		this.startedCpuSeconds = ClientProcess.cpuSeconds();
		this.startedNanos = System.nanoTime();
		this.lastTickNanos = this.startedNanos;
	}

	private void tick() {
		try {
			this.latencies.collect((executor) -> {
			}, COLLECT_TIMEOUT_MILLIS);
			TimelinePoint point = endOfSecond();
			if (point == null) {
				return;
			}
			this.listener.accept(new Progress(point, !this.counting, this.driver.share(this.lanes), this.lanes.ended(),
					this.lanes.failed()));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Ends a second, unless it has only begun: when calls begin to count, and after a
	 * pause of this JVM, whose ticks come all at once.
	 */
	private synchronized @Nullable TimelinePoint endOfSecond() {
		long now = System.nanoTime();
		if (now - this.lastTickNanos < SHORTEST_SECOND_NANOS) {
			return null;
		}
		this.lastTickNanos = now;
		return addPoint();
	}

	private synchronized TimelinePoint addPoint() {
		double seconds = (System.nanoTime() - this.startedNanos) / 1e9;
		return this.timeline.add(seconds, this.latencies.takeSecond());
	}

	private void drain() throws InterruptedException {
		long until = System.nanoTime() + this.plan.drain().toNanos();
		while (this.lanes.open() > 0 && System.nanoTime() < until
				&& this.control.waitUntil(System.nanoTime() + POLL_NANOS)) {
			continue;
		}
		if (!this.control.running()) {
			until = System.nanoTime() + SETTLE_NANOS;
			while (this.lanes.open() > 0 && System.nanoTime() < until) {
				TimeUnit.NANOSECONDS.sleep(POLL_NANOS);
			}
		}
	}

	/**
	 * Fixes all counts, each on the thread that changes them.
	 */
	private void seal() throws InterruptedException {
		this.latencies.collect(this.lanes::seal, SEAL_TIMEOUT_MILLIS);
		addPoint();
	}

	private LoadResult result() {
		long started = this.lanes.started();
		long ok = this.lanes.ok();
		Map<String, Long> failed = this.lanes.failures().byStatus();
		long ended = ok + failed.values().stream().mapToLong(Long::longValue).sum();
		Counts counts = new Counts(started, ok, failed, started - ended);
		long end = (counts.unfinished() == 0 && ended > 0) ? this.lanes.lastEndNanos() : this.sealedNanos;
		double elapsedSeconds = (end - this.startedNanos) / 1e9;
		double cpuSeconds = this.sealedCpuSeconds - this.startedCpuSeconds;
		String limitedBy = this.control.limitedBy();
		ClientUse client = new ClientUse(cpuSeconds, (ended != 0) ? cpuSeconds * 1e6 / ended : 0,
				this.timeline.peakHeapBytes(), limitedBy != null, limitedBy);
		LatencyInterval total = this.latencies.total();
		return new LoadResult(this.startedAt, this.startedNanos, counts, this.lanes.failures().firstMessages(),
				elapsedSeconds, ok / elapsedSeconds, LatencySummary.of(total.service()),
				LatencySummary.of(total.response()), total.clipped(), client, this.control.stoppedBy(),
				this.timeline.points());
	}

}
