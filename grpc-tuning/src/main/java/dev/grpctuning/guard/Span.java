package dev.grpctuning.guard;

import java.util.ArrayList;
import java.util.List;

import dev.grpctuning.observe.DurationCounts;

/** What happened between two readings. */
record Span(Reading from, Reading to) {

	/** From the first to the last reading. */
	static Span of(List<Reading> readings) {
		return new Span(readings.get(0), readings.get(readings.size() - 1));
	}

	/** Cuts readings into pieces of some steps each, from the last one back. */
	static List<Span> pieces(List<Reading> readings, int steps) {
		List<Span> pieces = new ArrayList<>();
		for (int i = readings.size() - 1; i - steps >= 0; i -= steps) {
			pieces.add(new Span(readings.get(i - steps), readings.get(i)));
		}
		return pieces;
	}

	double seconds() {
		return (this.to.nanos() - this.from.nanos()) / 1e9;
	}

	long ended() {
		return this.to.ended() - this.from.ended();
	}

	/** Calls outside of the objective. */
	long bad() {
		return this.to.failed() - this.from.failed() + this.to.late() - this.from.late();
	}

	double endedPerSecond() {
		return ended() / seconds();
	}

	double startedPerSecond() {
		return Math.max(0, ended() + this.to.open() - this.from.open()) / seconds();
	}

	DurationCounts.Snapshot durations() {
		return this.to.durations().since(this.from.durations());
	}

	/** Lags of the event loops. */
	DurationCounts.Snapshot lags() {
		return this.to.lags().since(this.from.lags());
	}

	/** Share of the time that collections took. */
	double pausedShare() {
		return (this.to.pausedMillis() - this.from.pausedMillis()) / 1e3 / seconds();
	}

}
