package dev.grpctuning.load.engine;

import java.util.ArrayList;
import java.util.List;

import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * The turns that were sent whole, and how long it took until their calls had ended.
 */
final class TurnSends {

	private final List<Sent> turns = new ArrayList<>();

	private final int callsPerTurn;

	TurnSends(int callsPerTurn) {
		this.callsPerTurn = callsPerTurn;
	}

	void sent(long dueNanos, long lastSendNanos) {
		this.turns.add(new Sent(dueNanos, lastSendNanos));
	}

	/**
	 * Sums up.
	 * @param ends when calls ended, of each channel
	 * @return what came of the turns, or {@code null} if there was none
	 */
	@Nullable Bursts bursts(List<TurnEnds> ends) {
		if (this.turns.isEmpty()) {
			return null;
		}
		List<Double> millis = new ArrayList<>();
		long lastEnd = this.turns.getFirst().lastSendNanos();
		for (Sent turn : this.turns) {
			if (ends.stream().mapToLong((lane) -> lane.calls(turn.dueNanos())).sum() < this.callsPerTurn) {
				break;
			}
			for (TurnEnds lane : ends) {
				long end = lane.lastNanos(turn.dueNanos(), lastEnd);
				lastEnd = (end - lastEnd > 0) ? end : lastEnd;
			}
			millis.add(Math.max(0, lastEnd - turn.lastSendNanos()) / 1e6);
		}
		double[] all = millis.stream().mapToDouble(Double::doubleValue).toArray();
		return new Bursts(all.length, this.turns.size() - all.length,
				(all.length != 0) ? Median.withDefaults().evaluate(all) : 0,
				millis.stream().mapToDouble(Double::doubleValue).max().orElse(0));
	}

	private record Sent(long dueNanos, long lastSendNanos) {
	}

}
