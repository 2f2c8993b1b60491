package dev.grpctuning.load.engine.drive;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.ChannelStats;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;

/** The warm-up of a run, and when its calls begin to count. The driver decides when. */
public final class WarmupPhase {

	private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private final Warmup warmup;

	private final RunStats stats;

	private final LongConsumer measuring;

	private volatile boolean steady;

	private volatile boolean measured;

	private boolean endedSteady;

	private long startedNanos;

	private volatile long measuredNanos;

	public WarmupPhase(Warmup warmup, RunStats stats, LongConsumer measuring) {
		this.warmup = warmup;
		this.stats = stats;
		this.measuring = measuring;
	}

	boolean none() {
		return this.warmup.longest().isZero();
	}

	void begin(long nanoTime) {
		this.startedNanos = nanoTime;
		if (none()) {
			measure(nanoTime);
		}
	}

	/** Ends the warm-up early. May be called from any thread. */
	public void steady() {
		this.steady = true;
	}

	boolean isSteady() {
		return this.steady;
	}

	/** Waits for the end, unless the run is stopped before. */
	void end(RunControl control) throws InterruptedException {
		long latest = this.startedNanos + this.warmup.longest().toNanos();
		while (!this.measured && !this.steady && latest - control.nanoTime() > 0) {
			if (!control.waitUntil(Math.min(latest - control.nanoTime(), POLL_NANOS) + control.nanoTime())) {
				return;
			}
		}
		if (!this.measured) {
			measure(control.nanoTime());
		}
	}

	void measure(long nanoTime) {
		this.measuredNanos = nanoTime;
		// The load may become steady just after the limit.
		this.endedSteady = this.steady && nanoTime - this.startedNanos < this.warmup.longest().toNanos();
		this.measuring.accept(nanoTime);
		this.stats.all().forEach(ChannelStats::startCounting);
		this.measured = true;
	}

	public boolean measured() {
		return this.measured;
	}

	public long measuredNanos() {
		return this.measuredNanos;
	}

	public @Nullable WarmupResult result() {
		if (none()) {
			return null;
		}
		double seconds = this.measured ? (this.measuredNanos - this.startedNanos) / 1e9 : 0;
		return new WarmupResult(seconds, (this.warmup instanceof Warmup.UntilSteady) ? this.endedSteady : null);
	}

}
