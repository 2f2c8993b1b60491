package dev.grpctuning.load.engine.drive;

import java.util.List;
import java.util.function.LongPredicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.ChannelStats;
import dev.grpctuning.load.engine.channel.ChannelStats.BurstEnds;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.schedule.BurstSchedule;

/**
 * Sends bursts of calls, first those of the warm-up.
 */
final class BurstDriver implements LoadDriver {

	/**
	 * Bursts times channels up to which the end of each burst is recorded: some 10 MB.
	 */
	private static final long MOST_RECORDED = 100_000;

	private final LoadModel.Burst model;

	private final int maxOpenCalls;

	private List<BurstEnds> ends = List.of();

	private @Nullable BurstSends sends;

	private @Nullable Sender sender;

	BurstDriver(LoadModel.Burst model, int maxOpenCalls) {
		this.model = model;
		this.maxOpenCalls = maxOpenCalls;
	}

	@Override
	public long drive(RunStats stats, RunControl control, WarmupPhase warmup) throws InterruptedException {
		Sender sender = new Sender(stats, control, this.maxOpenCalls);
		this.sender = sender;
		long from = control.nanoTime();
		warmup.begin(from);
		if (!warmup.none()) {
			long latest = from + this.model.warmup().longest().toNanos();
			from = send(this.model.schedule().endless(), from, sender, control, null,
					(due) -> warmup.isSteady() || due - latest >= 0);
			if (!control.running()) {
				return control.nanoTime();
			}
			warmup.measure(from);
		}
		if (this.model.schedule().bursts() <= MOST_RECORDED / stats.all().size()) {
			this.sends = new BurstSends(this.model.schedule().callsPerBurst());
			this.ends = stats.all().stream().map(ChannelStats::recordBursts).toList();
		}
		send(this.model.schedule(), from, sender, control, this.sends, (due) -> false);
		return control.running() ? sender.lastSendNanos() : control.nanoTime();
	}

	private static long send(BurstSchedule schedule, long from, Sender sender, RunControl control,
			@Nullable BurstSends sends, LongPredicate ended) throws InterruptedException {
		for (long burst = 0; burst < schedule.bursts(); burst++) {
			long due = schedule.dueNanos(burst, from, sender.lastSendNanos());
			boolean running = control.waitUntil(due);
			if (running && ended.test(due)) {
				return due;
			}
			for (int call = 0; running && call < schedule.callsPerBurst(); call++) {
				running = sender.send(due);
			}
			if (!running) {
				break;
			}
			if (sends != null) {
				sends.sent(due, sender.lastSendNanos());
			}
		}
		return control.nanoTime();
	}

	@Override
	public long silentNanos(long lastSignNanos, long drivenNanos) {
		return (this.sender != null) ? this.sender.silentNanos(lastSignNanos) : 0;
	}

	@Override
	public @Nullable Bursts bursts() {
		return (this.sends != null) ? this.sends.bursts(this.ends) : null;
	}

}
