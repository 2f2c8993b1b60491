package dev.grpctuning.load.engine.drive;

import java.util.ArrayList;
import java.util.List;

import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.BurstEnds;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;

/**
 * The bursts that were sent completely, and how long their calls were open.
 */
final class BurstSends {

	private final List<Sent> bursts = new ArrayList<>();

	private final int callsPerBurst;

	BurstSends(int callsPerBurst) {
		this.callsPerBurst = callsPerBurst;
	}

	void sent(long dueNanos, long lastSendNanos) {
		this.bursts.add(new Sent(dueNanos, lastSendNanos));
	}

	@Nullable Bursts bursts(List<BurstEnds> ends) {
		if (this.bursts.isEmpty()) {
			return null;
		}
		List<Double> millis = new ArrayList<>();
		long lastEnd = this.bursts.getFirst().lastSendNanos();
		for (Sent burst : this.bursts) {
			if (ends.stream().mapToLong((channel) -> channel.calls(burst.dueNanos())).sum() < this.callsPerBurst) {
				break;
			}
			for (BurstEnds channel : ends) {
				long end = channel.lastNanos(burst.dueNanos(), lastEnd);
				lastEnd = (end - lastEnd > 0) ? end : lastEnd;
			}
			millis.add(Math.max(0, lastEnd - burst.lastSendNanos()) / 1e6);
		}
		double[] all = millis.stream().mapToDouble(Double::doubleValue).toArray();
		return new Bursts(all.length, this.bursts.size() - all.length,
				(all.length != 0) ? Median.withDefaults().evaluate(all) : 0,
				millis.stream().mapToDouble(Double::doubleValue).max().orElse(0));
	}

	private record Sent(long dueNanos, long lastSendNanos) {
	}

}
