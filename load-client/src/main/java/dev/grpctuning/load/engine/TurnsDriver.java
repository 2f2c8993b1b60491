package dev.grpctuning.load.engine;

import java.util.function.LongConsumer;

import dev.grpctuning.load.schedule.TurnSchedule;

/**
 * Sends turns of calls from one thread, over the channels in rotation.
 */
final class TurnsDriver implements LoadDriver {

	private final TurnSchedule schedule;

	private final int maxOpenCalls;

	TurnsDriver(TurnSchedule schedule, int maxOpenCalls) {
		this.schedule = schedule;
		this.maxOpenCalls = maxOpenCalls;
	}

	@Override
	public boolean countsFromStart() {
		return true;
	}

	@Override
	public long drive(Lanes lanes, RunControl control, LongConsumer measuring) throws InterruptedException {
		Room room = new Room(lanes, control, this.maxOpenCalls);
		int channels = lanes.all().size();
		long started = 0;
		long start = System.nanoTime();
		measuring.accept(start);
		long lastSend = start;
		for (long turn = 0; turn < this.schedule.turns(); turn++) {
			long due = this.schedule.dueNanos(turn, start, lastSend);
			if (!control.waitUntil(due)) {
				return System.nanoTime();
			}
			for (int call = 0; call < this.schedule.callsPerTurn(); call++) {
				if (!room.await()) {
					return System.nanoTime();
				}
				Lane lane = lanes.all().get((int) (started++ % channels));
				lastSend = lane.start(due);
			}
		}
		return lastSend;
	}

	@Override
	public double share(Lanes lanes) {
		return (double) lanes.ended() / this.schedule.totalCalls();
	}

}
