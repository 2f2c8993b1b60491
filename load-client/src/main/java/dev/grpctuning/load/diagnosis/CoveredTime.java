package dev.grpctuning.load.diagnosis;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import dev.grpctuning.load.pressure.CpuCounters;
import dev.grpctuning.load.pressure.Stall;

/**
 * How much of the time something lasted, as the sum from the beginning until each moment.
 * Between two moments it grows evenly.
 */
final class CoveredTime {

	/** Sum in nanoseconds by moment. */
	private final NavigableMap<Long, Double> sums = new TreeMap<>();

	/** Covers the time of stalls, each moment once. */
	static CoveredTime of(List<Stall> stalls) {
		CoveredTime covered = new CoveredTime();
		double sum = 0;
		long until = Long.MIN_VALUE;
		for (Stall stall : stalls.stream().sorted(Comparator.comparingLong(Stall::fromNanos)).toList()) {
			long from = Math.max(until, stall.fromNanos());
			if (stall.untilNanos() > from) {
				until = stall.untilNanos();
				covered.sums.put(from, sum);
				sum += until - from;
				covered.sums.put(until, sum);
			}
		}
		return covered;
	}

	/** Covers the time in which threads of the machine waited for a processor. */
	static CoveredTime ofPressure(Map<Long, CpuCounters> samples) {
		CoveredTime covered = new CoveredTime();
		samples.forEach((at, counters) -> {
			if (counters.pressureSeconds() != null) {
				covered.sums.put(at, counters.pressureSeconds() * 1e9);
			}
		});
		return covered;
	}

	/** Covered nanoseconds between two moments. */
	double within(long fromNanos, long untilNanos) {
		return this.sums.isEmpty() ? 0 : until(untilNanos) - until(fromNanos);
	}

	private double until(long nanos) {
		long at = Math.clamp(nanos, this.sums.firstKey(), this.sums.lastKey());
		Map.Entry<Long, Double> before = this.sums.floorEntry(at);
		Map.Entry<Long, Double> after = this.sums.ceilingEntry(at);
		long length = Math.max(1, after.getKey() - before.getKey());
		return before.getValue() + (after.getValue() - before.getValue()) * (at - before.getKey()) / length;
	}

}
