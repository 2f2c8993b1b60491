package dev.grpctuning.load.engine;

import java.util.List;
import java.util.function.LongPredicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.schedule.TurnSchedule;

/**
 * Sends turns of calls. Those that begin in the warm-up come before those of the plan.
 */
final class TurnsDriver implements LoadDriver {

	/**
	 * Turns times channels up to which the end of each turn is noted: some 10 MB.
	 */
	private static final long MOST_NOTED = 100_000;

	private final LoadModel.Turns model;

	private final int maxOpenCalls;

	private List<TurnEnds> ends = List.of();

	private @Nullable TurnSends sends;

	private @Nullable Sender sender;

	TurnsDriver(LoadModel.Turns model, int maxOpenCalls) {
		this.model = model;
		this.maxOpenCalls = maxOpenCalls;
	}

	@Override
	public long drive(Lanes lanes, RunControl control, Warming warming) throws InterruptedException {
		Sender sender = new Sender(lanes, control, this.maxOpenCalls);
		this.sender = sender;
		long from = control.nanoTime();
		warming.begin(from);
		if (!warming.none()) {
			long latest = from + this.model.warmup().longest().toNanos();
			from = send(this.model.schedule().endless(), from, sender, control, null,
					(due) -> warming.isSteady() || due - latest >= 0);
			if (!control.running()) {
				return control.nanoTime();
			}
			warming.measure(from);
		}
		if (this.model.schedule().turns() <= MOST_NOTED / lanes.all().size()) {
			this.sends = new TurnSends(this.model.schedule().callsPerTurn());
			this.ends = lanes.all().stream().map(Lane::noteTurns).toList();
		}
		send(this.model.schedule(), from, sender, control, this.sends, (due) -> false);
		return control.running() ? sender.lastSendNanos() : control.nanoTime();
	}

	/**
	 * Sends turns.
	 * @param sends told of each turn that was sent whole
	 * @param ended whether a turn that is due then is not to be sent any more
	 * @return when that turn is due, if there was one
	 */
	private static long send(TurnSchedule schedule, long from, Sender sender, RunControl control,
			@Nullable TurnSends sends, LongPredicate ended) throws InterruptedException {
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
