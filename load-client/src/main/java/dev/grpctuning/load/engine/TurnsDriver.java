package dev.grpctuning.load.engine;

import java.util.concurrent.TimeUnit;

import dev.grpctuning.load.schedule.TurnSchedule;

/**
 * Sends turns of calls from one thread, over the channels in rotation.
 */
final class TurnsDriver implements LoadDriver {

	private static final long ROOM_POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

	private final TurnSchedule schedule;

	private final int maxOpenCalls;

	private long started;

	private long knownEnded;

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
		measuring.run();
		long start = System.nanoTime();
		long lastSend = start;
		for (int turn = 0; turn < this.schedule.turns(); turn++) {
			long due = this.schedule.dueNanos(turn, start, lastSend);
			if (!control.waitUntil(due)) {
				return;
			}
			for (int call = 0; call < this.schedule.callsPerTurn(); call++) {
				if (!waitForRoom(lanes, control)) {
					return;
				}
				Lane lane = lanes.all().get((int) (this.started++ % lanes.all().size()));
				lastSend = lane.start(due);
			}
		}
	}

	private boolean waitForRoom(Lanes lanes, RunControl control) throws InterruptedException {
		while (this.started - this.knownEnded >= this.maxOpenCalls) {
			this.knownEnded = lanes.ended();
			if (this.started - this.knownEnded >= this.maxOpenCalls) {
				control
					.limited("load.max-open-calls=" + this.maxOpenCalls + " was reached; sending waited for answers");
				control.waitUntil(System.nanoTime() + ROOM_POLL_NANOS);
			}
			if (!control.running()) {
				return false;
			}
		}
		return control.running();
	}

	@Override
	public double share(Lanes lanes) {
		return (double) lanes.ended() / this.schedule.totalCalls();
	}

}
