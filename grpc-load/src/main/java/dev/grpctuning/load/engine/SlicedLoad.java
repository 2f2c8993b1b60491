package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

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
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Slice;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;

/**
 * Drives one plan in slices of some milliseconds, and nothing between them. All slices
 * use the same connections. For use by one thread, except {@link #stop(StopReason)}.
 */
public final class SlicedLoad {

	private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

	private final LoadPlan plan;

	private final RunClock clock = RunClock.start();

	private final RunStats stats;

	private volatile @Nullable RunControl control;

	private volatile @Nullable StopReason stoppedBy;

	public SlicedLoad(LoadPlan plan, CallChannels channels) {
		this(plan, channels, CallObserver.NONE);
	}

	public SlicedLoad(LoadPlan plan, CallChannels channels, CallObserver observer) {
		if (!canDrive(plan.model())) {
			throw new IllegalArgumentException("model: " + plan.model() + " (expected: one of a constant load)");
		}
		this.plan = plan;
		this.stats = new RunStats(channels, observer, null, this.clock);
		this.stats.settings(plan.call().settings());
	}

	/** Whether the load of a model is constant, so that it can be driven in slices. */
	public static boolean canDrive(LoadModel model) {
		return model.totalCalls() == LoadModel.UNLIMITED && switch (model) {
			case LoadModel.Closed closed -> closed.concurrency() instanceof Concurrency.Constant;
			case LoadModel.Open open ->
				open.arrivals() instanceof ArrivalPlan.OfRate planned && planned.rate() instanceof Rate.Constant;
			case LoadModel.Blocking blocking -> false;
			case LoadModel.Burst bursts -> false;
		};
	}

	/**
	 * Drives a slice, and waits for its calls to end.
	 * @param discarded time at the beginning that does not count
	 * @param counted time after that
	 * @param seed seed of random arrivals
	 * @param serverCpu clock of the server's CPU time in nanoseconds
	 */
	public Slice drive(Duration discarded, Duration counted, long seed, LongSupplier serverCpu)
			throws InterruptedException {
		RunControl control = new RunControl(this.clock);
		this.control = control;
		StopReason stopped = this.stoppedBy;
		if (stopped != null) {
			control.stop(stopped);
		}
		Counting counting = new Counting(serverCpu);
		LoadDriver driver = LoadDrivers.of(slice(new Warmup.Fixed(discarded), counted, seed), this.plan.maxOpenCalls(),
				this.stats, control);
		try {
			driver.drive(new WarmupPhase(new Warmup.Fixed(discarded), this.stats, counting::begin));
			counting.sent();
			drain();
		}
		finally {
			driver.close();
		}
		return counting.slice();
	}

	/**
	 * Ends the current slice and all further ones at once. May be called by any thread.
	 */
	public void stop(StopReason reason) {
		this.stoppedBy = reason;
		RunControl current = this.control;
		if (current != null) {
			current.stop(reason);
		}
	}

	private LoadModel slice(Warmup discarded, Duration counted, long seed) {
		return switch (this.plan.model()) {
			case LoadModel.Closed closed -> new LoadModel.Closed(closed.concurrency(), discarded, counted);
			case LoadModel.Open open when open.arrivals() instanceof ArrivalPlan.OfRate planned ->
				new LoadModel.Open(new ArrivalPlan.OfRate(planned.rate(), planned.arrivals(), seed, planned.shard()),
						open.maxLag(), open.maxLagShare(), discarded, counted);
			case LoadModel.Open open -> open;
			case LoadModel.Blocking blocking -> blocking;
			case LoadModel.Burst bursts -> bursts;
		};
	}

	private void drain() throws InterruptedException {
		long until = this.clock.nanoTime() + this.plan.drain().toNanos();
		while (this.stats.open() > 0 && this.clock.nanoTime() - until < 0 && this.stoppedBy == null) {
			if (Thread.interrupted()) {
				throw new InterruptedException();
			}
			LockSupport.parkNanos(POLL_NANOS);
		}
	}

	/** Figures of one slice, as differences of the statistics of all slices. */
	private final class Counting {

		private final LongSupplier serverCpu;

		private final LatencyInterval latencies = new LatencyInterval();

		private long beginNanos;

		private long cpu;

		private long ok;

		private long failed;

		private double seconds;

		private long answered;

		Counting(LongSupplier serverCpu) {
			this.serverCpu = serverCpu;
		}

		void begin(long nanoTime) {
			SlicedLoad.this.stats.drainTo(this.latencies);
			this.latencies.reset();
			this.cpu = this.serverCpu.getAsLong();
			this.ok = SlicedLoad.this.stats.answered();
			this.failed = SlicedLoad.this.stats.failed();
			this.beginNanos = SlicedLoad.this.clock.nanoTime();
		}

		void sent() {
			this.answered = SlicedLoad.this.stats.answered() - this.ok;
			this.seconds = (SlicedLoad.this.clock.nanoTime() - this.beginNanos) / 1e9;
		}

		Slice slice() {
			long spent = this.serverCpu.getAsLong() - this.cpu;
			SlicedLoad.this.stats.drainTo(this.latencies);
			RunClock clock = SlicedLoad.this.clock;
			return new Slice(clock.systemNanos(this.beginNanos), clock.systemNanos(clock.nanoTime()), this.seconds,
					this.answered, SlicedLoad.this.stats.answered() - this.ok,
					SlicedLoad.this.stats.failed() - this.failed, SlicedLoad.this.stats.open(), spent, this.latencies);
		}

	}

}
