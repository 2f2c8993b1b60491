package dev.grpctuning.load.engine.drive;

import java.util.function.BooleanSupplier;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.ArrivalSchedule;

/**
 * Sends calls when they are due. It waits for no answer and skips no call: late calls are
 * sent at once.
 */
record OpenDriver(LoadModel.Open model, RunControl control, Sender sender) implements LoadDriver {

	@Override
	public long drive(WarmupPhase warmup) throws InterruptedException {
		long from = this.control.nanoTime();
		warmup.begin(from);
		if (!warmup.none()) {
			try (ArrivalSchedule calls = this.model.arrivals().warmUp()) {
				from = send(calls, from, this.model.warmup().longest().toNanos(), warmup::isSteady);
			}
			if (!this.control.waitUntil(from)) {
				return this.control.nanoTime();
			}
			warmup.measure(from);
		}
		try (ArrivalSchedule calls = this.model.arrivals()
			.measured(this.model.warmup().longest(), this.model.duration())) {
			long end = send(calls, from, this.model.duration().toNanos(), () -> false);
			return this.control.waitExactlyUntil(end) ? Math.max(end, this.sender.lastSendNanos())
					: this.control.nanoTime();
		}
	}

	private long send(ArrivalSchedule calls, long from, long length, BooleanSupplier ended)
			throws InterruptedException {
		for (long call = 0;; call++) {
			long due;
			try {
				due = Math.min(calls.dueNanos(call), length);
			}
			catch (ArrivalSchedule.LostException ex) {
				this.control.finish(StopReason.REPLAY_CHANGED);
				return this.control.nanoTime();
			}
			if (due == length) {
				return from + due;
			}
			boolean running = this.control.waitExactlyUntil(from + due);
			if (running && ended.getAsBoolean()) {
				return from + due;
			}
			if (!running || !this.sender.send(from + due)) {
				return this.control.nanoTime();
			}
		}
	}

	@Override
	public long silentNanos(long lastSignNanos) {
		return this.sender.silentNanos(lastSignNanos);
	}

}
