package dev.grpctuning.load.engine;

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
	public void drive(Lanes lanes, RunControl control, Runnable measuring) throws InterruptedException {
		Room room = new Room(lanes, control, this.maxOpenCalls);
		int channels = lanes.all().size();
		long started = 0;
		measuring.run();
		long start = System.nanoTime();
		long lastSend = start;
		for (long turn = 0; turn < this.schedule.turns(); turn++) {
			long due = this.schedule.dueNanos(turn, start, lastSend);
			if (!control.waitUntil(due)) {
				return;
			}
			for (int call = 0; call < this.schedule.callsPerTurn(); call++) {
				if (!room.await()) {
					return;
				}
				Lane lane = lanes.all().get((int) (started++ % channels));
				lastSend = lane.start(due);
			}
		}
	}

	@Override
	public double share(Lanes lanes) {
		return (double) lanes.ended() / this.schedule.totalCalls();
	}

}
