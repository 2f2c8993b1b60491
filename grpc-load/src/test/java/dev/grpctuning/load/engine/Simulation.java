package dev.grpctuning.load.engine;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.drive.LoadDriver;
import dev.grpctuning.load.engine.drive.LoadDrivers;
import dev.grpctuning.load.engine.drive.RunControl;
import dev.grpctuning.load.engine.drive.WarmupPhase;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.SendLag;

/**
 * A run in a world of its own, where time passes only when the run waits for it and
 * nothing takes any time but what the server is told to take. What the client measures
 * there is its arithmetic and nothing else.
 */
public final class Simulation implements RunClock {

	private static final long SPIN_NANOS = 1000;

	private final PriorityQueue<Event> events = new PriorityQueue<>(
			Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));

	private long now = 1_000_000_000_000L;

	private long scheduled;

	private long served;

	/**
	 * Drives a model at a server.
	 * @param server from the time at which a call reaches the server, in nanoseconds
	 * since the run began, to the time at which it is answered
	 */
	public static Measured run(LoadModel model, int maxOpenCalls, LongUnaryOperator server) {
		return new Simulation().drive(model, maxOpenCalls, server, Long.MAX_VALUE);
	}

	/**
	 * Drives a model at a server that answers at once.
	 * @param steadyNanos when the load is said to be steady, since the run began
	 */
	public static Measured runUntilSteady(LoadModel model, long steadyNanos) {
		return new Simulation().drive(model, Integer.MAX_VALUE, (arrival) -> arrival, steadyNanos);
	}

	private Measured drive(LoadModel model, int maxOpenCalls, LongUnaryOperator server, long steadyNanos) {
		SendLag lag = (model instanceof LoadModel.Open open) ? new SendLag(open.maxLag(), open.maxLagShare()) : null;
		RunStats stats = new RunStats(new SimulatedChannels(server), CallObserver.NONE, lag, this);
		RunControl control = new RunControl(this);
		RateWindow window = new RateWindow(model, stats, this);
		AtomicLong from = new AtomicLong();
		WarmupPhase warmup = new WarmupPhase(model.warmup(), stats, (nanoTime) -> {
			from.set(nanoTime);
			window.begin();
		});
		LoadDriver driver = LoadDrivers.of(model, maxOpenCalls, stats, control);
		if (steadyNanos != Long.MAX_VALUE) {
			at(this.now + steadyNanos, warmup::steady);
		}
		try {
			driver.drive(warmup);
			window.end();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		runUntil(Long.MAX_VALUE, () -> false);
		LatencyInterval latencies = new LatencyInterval();
		stats.drainTo(latencies);
		return new Measured(stats.started(), this.served, latencies, warmup.result(), control.saturation() != null,
				stats.bursts(), window.rate((stats.lastEndNanos() - from.get()) / 1e9).perSecond());
	}

	@Override
	public long nanoTime() {
		return this.now;
	}

	@Override
	public boolean await(CountDownLatch latch, long nanos) {
		return runUntil(this.now + nanos, () -> latch.getCount() == 0);
	}

	@Override
	public void spin() {
		runUntil(this.now + SPIN_NANOS, () -> false);
	}

	private void at(long nanos, Runnable action) {
		this.events.add(new Event(nanos, this.scheduled++, action));
	}

	/** Passes a time, and returns whether something ended it early. */
	private boolean runUntil(long nanos, BooleanSupplier ended) {
		for (Event next = this.events.peek(); !ended.getAsBoolean() && next != null
				&& next.nanos <= nanos; next = this.events.peek()) {
			this.events.remove();
			this.now = next.nanos;
			next.action.run();
		}
		if (ended.getAsBoolean()) {
			return true;
		}
		this.now = (nanos != Long.MAX_VALUE) ? nanos : this.now;
		return false;
	}

	/** What came of a run. */
	public record Measured(long started, long served, LatencyInterval latencies, @Nullable WarmupResult warmup,
			boolean saturated, @Nullable Bursts bursts, double perSecond) {
	}

	private record Event(long nanos, long number, Runnable action) {
	}

	/** One channel. */
	private final class SimulatedChannels implements CallChannels, CallChannel {

		private final ScheduledExecutorService executor = new SimulatedExecutor();

		private final long begun = Simulation.this.now;

		private final LongUnaryOperator server;

		SimulatedChannels(LongUnaryOperator server) {
			this.server = server;
		}

		@Override
		public List<CallChannel> all() {
			return List.of(this);
		}

		@Override
		public void start(OpenCall call) {
			Simulation.this.served++;
			at(this.begun + this.server.applyAsLong(Simulation.this.now - this.begun), call::succeeded);
		}

		@Override
		public ScheduledExecutorService executor() {
			return this.executor;
		}

		@Override
		public void close() {
			this.executor.shutdownNow();
		}

	}

	/**
	 * Runs its tasks when it is their time in the simulation; its own threads are never
	 * needed.
	 */
	private final class SimulatedExecutor extends ScheduledThreadPoolExecutor {

		SimulatedExecutor() {
			super(0);
		}

		@Override
		public void execute(Runnable command) {
			at(Simulation.this.now, command);
		}

		@Override
		public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
			at(Simulation.this.now + unit.toNanos(delay), command);
			return new Scheduled();
		}

	}

	/** Nobody asks it anything. */
	private static final class Scheduled extends CompletableFuture<Object> implements ScheduledFuture<Object> {

		@Override
		public long getDelay(TimeUnit unit) {
			return 0;
		}

		@Override
		public int compareTo(Delayed other) {
			return 0;
		}

	}

}
