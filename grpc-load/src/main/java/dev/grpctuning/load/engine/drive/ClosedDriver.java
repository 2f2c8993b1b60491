package dev.grpctuning.load.engine.drive;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.ChannelStats;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;
import dev.grpctuning.load.schedule.Concurrency;

/** Keeps a number of calls open on each channel, which may change over time. */
final class ClosedDriver implements LoadDriver {

	private final LoadModel.Closed model;

	private final int maxOpenCalls;

	private final RunControl control;

	private final List<Pump> pumps;

	private volatile boolean starting = true;

	/** Whether calls are wanted, and the last period in which they were. */
	private boolean callsWanted;

	private long sinceNanos;

	private long untilNanos;

	ClosedDriver(LoadModel.Closed model, int maxOpenCalls, RunStats stats, RunControl control) {
		this.model = model;
		this.maxOpenCalls = maxOpenCalls;
		this.control = control;
		control.limit(model);
		this.pumps = stats.all().stream().map(Pump::new).toList();
	}

	@Override
	public long drive(WarmupPhase warmup) throws InterruptedException {
		Concurrency concurrency = this.model.concurrency();
		long wanted = (long) concurrency.most() * this.pumps.size();
		if (wanted > this.maxOpenCalls) {
			this.control.saturatedByPlan(new Saturation(Saturation.Cause.OPEN_CALLS,
					"load.max-open-calls=" + this.maxOpenCalls + " is below the " + wanted + " calls asked for"));
		}
		long from = this.control.nanoTime();
		warmup.begin(from);
		keepOpen(concurrency.calls(0), from);
		warmup.end(this.control);
		for (int change = 1; change < concurrency.changes() && this.control.running(); change++) {
			long due = warmup.measuredNanos() + concurrency.dueNanos(change);
			keepOpen(concurrency.calls(change), this.control.waitedUntil(due));
		}
		long end = this.control.waitedUntil(warmup.measuredNanos() + this.model.duration().toNanos());
		this.starting = false;
		want(false, end);
		return this.control.nanoTime();
	}

	private void want(boolean goOn, long turnNanos) {
		if (goOn && !this.callsWanted) {
			this.sinceNanos = this.control.nanoTime();
		}
		else if (!goOn && this.callsWanted) {
			this.untilNanos = turnNanos;
		}
		this.callsWanted = goOn;
	}

	@Override
	public long silentNanos(long lastSignNanos) {
		return this.untilNanos - Math.max(lastSignNanos, this.sinceNanos);
	}

	@Override
	public void close() {
		this.starting = false;
	}

	private void keepOpen(int calls, long turnNanos) {
		want(calls != 0, turnNanos);
		int count = this.pumps.size();
		long open = Math.min((long) calls * count, this.maxOpenCalls);
		for (int i = 0; i < count; i++) {
			this.pumps.get(i).keepOpen(open / count + ((i < open % count) ? 1 : 0));
		}
	}

	/**
	 * Starts the calls of one channel on its thread. A call that ends while another is
	 * being started only frees its slot, so that calls that fail at once do not nest.
	 */
	private final class Pump {

		private final ChannelStats channel;

		private final ScheduledExecutorService executor;

		private long slots;

		private long usedSlots;

		private boolean pumping;

		Pump(ChannelStats channel) {
			this.channel = channel;
			this.executor = channel.channel().executor();
			channel.whenEnded(this::ended);
		}

		void keepOpen(long calls) {
			this.executor.execute(() -> {
				this.slots = calls;
				pump();
			});
		}

		private void ended(@Nullable Status failure) {
			if (failure != null && failure.getCode() == Status.Code.UNAVAILABLE) {
				this.executor.schedule(this::free, RunControl.UNAVAILABLE_REST_MILLIS, TimeUnit.MILLISECONDS);
			}
			else {
				free();
			}
		}

		private void free() {
			this.usedSlots--;
			pump();
		}

		private void pump() {
			if (this.pumping) {
				return;
			}
			this.pumping = true;
			while (this.usedSlots < this.slots && ClosedDriver.this.starting && ClosedDriver.this.control.running()) {
				boolean counted = this.channel.counting();
				if (!ClosedDriver.this.control.take(counted)) {
					break;
				}
				this.usedSlots++;
				this.channel.startDueNow(counted);
			}
			this.pumping = false;
		}

	}

}
