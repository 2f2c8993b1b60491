package dev.grpctuning.load.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.Stall;

/**
 * How much of the time something lasted, as the sum from the beginning until each moment.
 * Between two moments it grows evenly.
 */
final class CoveredTime {

	/** Sum in nanoseconds by moment, relative to the first. */
	private final TreeMap<Long, Double> sums = new TreeMap<>();

	private final long origin;

	private CoveredTime(long origin) {
		this.origin = origin;
	}

	/** Covers the time of stalls, each moment once. */
	static CoveredTime of(List<Stall> stalls) {
		List<Stall> ordered = new ArrayList<>(stalls);
		ordered.sort(Comparator.comparingLong(Stall::fromNanos));
		CoveredTime covered = new CoveredTime(ordered.isEmpty() ? 0 : ordered.getFirst().fromNanos());
		double sum = 0;
		long until = 0;
		for (Stall stall : ordered) {
			long from = Math.max(until, stall.fromNanos() - covered.origin);
			long end = stall.untilNanos() - covered.origin;
			if (end > from) {
				covered.sums.put(from, sum);
				sum += end - from;
				covered.sums.put(end, sum);
				until = end;
			}
		}
		return covered;
	}

	/** Covers the time in which threads of the machine waited for a processor. */
	static CoveredTime ofPressure(List<ClientObservation.Sample> samples) {
		CoveredTime covered = new CoveredTime(samples.isEmpty() ? 0 : samples.getFirst().atNanos());
		for (ClientObservation.Sample sample : samples) {
			Double seconds = sample.counters().pressureSeconds();
			if (seconds != null) {
				covered.sums.put(sample.atNanos() - covered.origin, seconds * 1e9);
			}
		}
		return covered;
	}

	/** Covered nanoseconds between two moments. */
	double within(long fromNanos, long untilNanos) {
		return until(untilNanos - this.origin) - until(fromNanos - this.origin);
	}

	private double until(long nanos) {
		Map.Entry<Long, Double> before = this.sums.floorEntry(nanos);
		Map.Entry<Long, Double> after = this.sums.ceilingEntry(nanos);
		if (before == null || after == null) {
			Map.Entry<Long, Double> end = (before != null) ? before : after;
			return (end != null) ? end.getValue() : 0;
		}
		long length = after.getKey() - before.getKey();
		return (length == 0) ? before.getValue()
				: before.getValue() + (after.getValue() - before.getValue()) * (nanos - before.getKey()) / length;
	}

}
