package dev.grpctuning.load.engine.drive;

import java.util.function.LongPredicate;

import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.schedule.BurstSchedule;

record BurstDriver(LoadModel.Burst model, RunStats stats, RunControl control, Sender sender) implements LoadDriver {

	/** Most bursts times channels whose ends are recorded: some 10 MB. */
	private static final long MOST_RECORDED = 100_000;

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
			this.stats.recordBursts(this.model.schedule().callsPerBurst());
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
			this.stats.burstSent(due, this.sender.lastSendNanos());
		}
		return this.control.nanoTime();
	}

	@Override
	public long silentNanos(long lastSignNanos) {
		return this.sender.silentNanos(lastSignNanos);
	}

}
