package dev.grpctuning.load.engine.drive;

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.ArrivalSchedule;
import dev.grpctuning.load.schedule.ArrivalSchedule.LostException;

/**
 * Sends calls when they are due. It waits for no answer and skips no call: late calls are
 * sent at once.
 */
final class OpenDriver implements LoadDriver {

	private final LoadModel.Open model;

	private final int maxOpenCalls;

	private @Nullable Sender sender;

	OpenDriver(LoadModel.Open model, int maxOpenCalls) {
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
			try (ArrivalSchedule calls = this.model.arrivals().warmUp()) {
				from = send(calls, from, this.model.warmup().longest().toNanos(), sender, control, warmup::isSteady);
			}
			if (!control.waitUntil(from)) {
				return control.nanoTime();
			}
			warmup.measure(from);
		}
		try (ArrivalSchedule calls = this.model.arrivals()
			.measured(this.model.warmup().longest(), this.model.duration())) {
			long end = send(calls, from, this.model.duration().toNanos(), sender, control, () -> false);
			return control.waitExactlyUntil(end) ? Math.max(end, sender.lastSendNanos()) : control.nanoTime();
		}
	}

	/**
	 * Sends the calls that are due within a period.
	 */
	private static long send(ArrivalSchedule calls, long from, long length, Sender sender, RunControl control,
			BooleanSupplier ended) throws InterruptedException {
		for (long call = 0;; call++) {
			long due;
			try {
				due = Math.min(calls.dueNanos(call), length);
			}
			catch (LostException ex) {
				control.finish(StopReason.REPLAY_CHANGED);
				return control.nanoTime();
			}
			if (due == length) {
				return from + due;
			}
			boolean running = control.waitExactlyUntil(from + due);
			if (running && ended.getAsBoolean()) {
				return from + due;
			}
			if (!running || !sender.send(from + due)) {
				return control.nanoTime();
			}
		}
	}

	@Override
	public long silentNanos(long lastSignNanos, long drivenNanos) {
		return (this.sender != null) ? this.sender.silentNanos(lastSignNanos) : 0;
	}

}
