package dev.grpctuning.load.engine;

import java.util.function.LongPredicate;

import dev.grpctuning.load.schedule.TurnSchedule;

/**
 * Sends turns of calls. Those that begin in the warm-up come before those of the plan.
 */
final class TurnsDriver implements LoadDriver {

	private final LoadModel.Turns model;

	private final int maxOpenCalls;

	TurnsDriver(LoadModel.Turns model, int maxOpenCalls) {
		this.model = model;
		this.maxOpenCalls = maxOpenCalls;
	}

	@Override
	public long drive(Lanes lanes, RunControl control, Warming warming) throws InterruptedException {
		Sender sender = new Sender(lanes, control, this.maxOpenCalls);
		long from = control.nanoTime();
		warming.begin(from);
		if (!warming.none()) {
			long latest = from + this.model.warmup().longest().toNanos();
			from = send(this.model.schedule().endless(), from, sender, control,
					(due) -> warming.isSteady() || due - latest >= 0);
			if (!control.running()) {
				return control.nanoTime();
			}
			warming.measure(from);
		}
		send(this.model.schedule(), from, sender, control, (due) -> false);
		return control.running() ? sender.lastSendNanos() : control.nanoTime();
	}

	/**
	 * Sends turns.
	 * @param ended whether a turn that is due then is not to be sent any more
	 * @return when that turn is due, if there was one
	 */
	private static long send(TurnSchedule schedule, long from, Sender sender, RunControl control, LongPredicate ended)
			throws InterruptedException {
		for (long turn = 0; turn < schedule.turns(); turn++) {
			long due = schedule.dueNanos(turn, from, sender.lastSendNanos());
			boolean running = control.waitUntil(due);
			if (running && ended.test(due)) {
				return due;
			}
			for (int call = 0; running && call < schedule.callsPerTurn(); call++) {
				running = sender.send(due);
			}
			if (!running) {
				break;
			}
		}
		return control.nanoTime();
	}

}
