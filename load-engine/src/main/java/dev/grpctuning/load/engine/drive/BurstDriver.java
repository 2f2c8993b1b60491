package dev.grpctuning.load.engine.drive;

import java.util.List;
import java.util.function.LongPredicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.BurstEnds;
import dev.grpctuning.load.engine.channel.ChannelStats;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.schedule.BurstSchedule;

final class BurstDriver implements LoadDriver {

	/** Most bursts times channels whose ends are recorded: some 10 MB. */
	private static final long MOST_RECORDED = 100_000;

	private final LoadModel.Burst model;

	private final RunStats stats;

	private final RunControl control;

	private final Sender sender;

	private List<BurstEnds> ends = List.of();

	private @Nullable BurstSends sends;

	BurstDriver(LoadModel.Burst model, RunStats stats, RunControl control, Sender sender) {
		this.model = model;
		this.stats = stats;
		this.control = control;
		this.sender = sender;
	}

	@Override
	public long drive(WarmupPhase warmup) throws InterruptedException {
		long from = this.control.nanoTime();
		warmup.begin(from);
		if (!warmup.none()) {
			long latest = from + this.model.warmup().longest().toNanos();
			from = send(this.model.schedule().endless(), from, (due) -> warmup.isSteady() || due - latest >= 0);
			if (!this.control.running()) {
				return this.control.nanoTime();
			}
			warmup.measure(from);
		}
		if (this.model.schedule().bursts() <= MOST_RECORDED / this.stats.all().size()) {
			this.sends = new BurstSends(this.model.schedule().callsPerBurst());
			this.ends = this.stats.all().stream().map(ChannelStats::recordBursts).toList();
		}
		send(this.model.schedule(), from, (due) -> false);
		return this.control.running() ? this.sender.lastSendNanos() : this.control.nanoTime();
	}

	private long send(BurstSchedule schedule, long from, LongPredicate ended) throws InterruptedException {
		for (long burst = 0; burst < schedule.bursts(); burst++) {
			long due = schedule.dueNanos(burst, from, this.sender.lastSendNanos());
			boolean running = this.control.waitUntil(due);
			if (running && ended.test(due)) {
				return due;
			}
			for (int call = 0; running && call < schedule.callsPerBurst(); call++) {
				running = this.sender.send(due);
			}
			if (!running) {
				break;
			}
			if (this.sends != null) {
				this.sends.sent(due, this.sender.lastSendNanos());
			}
		}
		return this.control.nanoTime();
	}

	@Override
	public long silentNanos(long lastSignNanos, long drivenNanos) {
		return this.sender.silentNanos(lastSignNanos);
	}

	@Override
	public @Nullable Bursts bursts() {
		return (this.sends != null) ? this.sends.bursts(this.ends) : null;
	}

}
