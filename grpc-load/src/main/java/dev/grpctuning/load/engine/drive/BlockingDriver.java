package dev.grpctuning.load.engine.drive;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.ChannelStats;
import dev.grpctuning.load.engine.channel.OpenCall.Awaited;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;

/**
 * Drives clients that each make one call after the other, blocked until it ends. They
 * share the channels evenly.
 * <p>
 * Each client has a virtual thread: tens of thousands fit into a small process, and
 * waking one costs less CPU than a platform thread.
 */
final class BlockingDriver implements LoadDriver {

	private final LoadModel.Blocking model;

	private final int maxOpenCalls;

	private final RunStats stats;

	private final RunControl control;

	private final ExecutorService clients = Executors
		.newThreadPerTaskExecutor(Thread.ofVirtual().name("load-client").factory());

	private volatile boolean starting = true;

	private long untilNanos;

	BlockingDriver(LoadModel.Blocking model, int maxOpenCalls, RunStats stats, RunControl control) {
		this.model = model;
		this.maxOpenCalls = maxOpenCalls;
		this.stats = stats;
		this.control = control;
		control.limit(model);
	}

	@Override
	public long drive(WarmupPhase warmup) throws InterruptedException {
		int count = Math.min(this.model.clients(), this.maxOpenCalls);
		if (count < this.model.clients()) {
			this.control.saturatedByPlan(new Saturation(Saturation.Cause.OPEN_CALLS, "load.max-open-calls="
					+ this.maxOpenCalls + " is below the " + this.model.clients() + " clients asked for"));
		}
		warmup.begin(this.control.nanoTime());
		for (int client = 0; client < count; client++) {
			ChannelStats channel = this.stats.all().get(client % this.stats.all().size());
			this.clients.execute(new Client(channel));
		}
		warmup.end(this.control);
		this.untilNanos = this.control.waitedUntil(warmup.measuredNanos() + this.model.duration().toNanos());
		this.starting = false;
		for (ChannelStats channel : this.stats.all()) {
			synchronized (channel) {
				// A client that was about to make a call has been counted with it now.
				continue;
			}
		}
		return this.control.nanoTime();
	}

	@Override
	public long silentNanos(long lastSignNanos) {
		return this.untilNanos - lastSignNanos;
	}

	@Override
	public void close() {
		this.starting = false;
		this.clients.shutdownNow();
	}

	/**
	 * A client. Its loop is one method, because the stack of a blocked thread is kept: a
	 * hundred thousand times for a hundred thousand clients.
	 */
	private final class Client implements Runnable {

		private final ChannelStats channel;

		Client(ChannelStats channel) {
			this.channel = channel;
		}

		@Override
		public void run() {
			try {
				for (Awaited call = next(); call != null; call = next()) {
					this.channel.start(call);
					Status failure = call.await();
					if (failure != null && failure.getCode() == Status.Code.UNAVAILABLE) {
						TimeUnit.MILLISECONDS.sleep(RunControl.UNAVAILABLE_REST_MILLIS);
					}
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		private @Nullable Awaited next() {
			synchronized (this.channel) {
				boolean counted = this.channel.counting();
				return (BlockingDriver.this.starting && BlockingDriver.this.control.take(counted))
						? this.channel.beginAwaited(counted) : null;
			}
		}

	}

}
