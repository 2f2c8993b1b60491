package dev.grpctuning.load.latency;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.HdrHistogram.Histogram;

/**
 * Sums of the stages of sampled calls, grouped by similar response times. A step of
 * response times is at most a 32nd of the value. Does NOT safely support concurrent use.
 */
public final class StageTimes {

	private static final int STAGES = Stage.values().length;

	private static final int STEPS_BITS = 5;

	private static final int STEPS = 1 << STEPS_BITS;

	/** By step of the response time: number of calls, their sum, and those of stages. */
	private final long[][] sums = new long[step(LatencyInterval.HIGHEST_MICROS) + 1][];

	private long calls;

	/**
	 * Adds a call.
	 * @param nanos its stages, by {@link Stage#ordinal()}
	 */
	void record(long responseNanos, long[] nanos) {
		long micros = Math.clamp((responseNanos + 500) / 1000, LatencyInterval.LOWEST_MICROS,
				LatencyInterval.HIGHEST_MICROS);
		long[] row = row(step(micros));
		row[STAGES]++;
		row[STAGES + 1] += responseNanos;
		for (int i = 0; i < STAGES; i++) {
			row[i] += nanos[i];
		}
		this.calls++;
	}

	private long[] row(int step) {
		long[] row = this.sums[step];
		if (row == null) {
			row = new long[STAGES + 2];
			this.sums[step] = row;
		}
		return row;
	}

	/** Values below 32 have steps of their own, and each doubling has 32 of them. */
	private static int step(long micros) {
		int shift = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(micros) - STEPS_BITS);
		return (shift << STEPS_BITS) + (int) (micros >>> shift);
	}

	private static long lowest(int step) {
		int shift = Math.max(0, (step >>> STEPS_BITS) - 1);
		return (long) (step - (shift << STEPS_BITS)) << shift;
	}

	void add(StageTimes other) {
		for (int step = 0; step < this.sums.length; step++) {
			long[] added = other.sums[step];
			if (added != null) {
				long[] row = row(step);
				for (int i = 0; i < row.length; i++) {
					row[i] += added[i];
				}
			}
		}
		this.calls += other.calls;
	}

	/** Number of calls that were added. */
	public long calls() {
		return this.calls;
	}

	/**
	 * Mean over all calls, of which these are a sample: the sampled calls of each step
	 * stand for all calls with such response times.
	 */
	public Band mean(Histogram responseMicros) {
		Sum sum = new Sum();
		for (int step = 0; step < this.sums.length; step++) {
			long[] row = this.sums[step];
			if (row != null) {
				sum.add(row, (double) responseMicros.getCountBetweenValues(lowest(step), lowest(step + 1) - 1)
						/ row[STAGES]);
			}
		}
		return sum.band(0);
	}

	/**
	 * Mean over the sampled calls around each percentile: those as slow or slower than it
	 * up to half as many calls as are slower, and as many on the other side. So p99 has
	 * the calls from p98.5 to p99.5. A percentile without such calls is left out.
	 */
	public List<Band> around(Histogram responseMicros, double... percentiles) {
		List<Band> bands = new ArrayList<>();
		for (double percentile : percentiles) {
			double half = (100 - percentile) / 2;
			int from = step(Math.max(1, responseMicros.getValueAtPercentile(percentile - half)));
			int to = step(Math.max(1, responseMicros.getValueAtPercentile(percentile + half)));
			Sum sum = new Sum();
			for (int step = from; step <= Math.min(to, this.sums.length - 1); step++) {
				if (this.sums[step] != null) {
					sum.add(this.sums[step], 1);
				}
			}
			if (sum.calls != 0) {
				bands.add(sum.band(percentile));
			}
		}
		return List.copyOf(bands);
	}

	private static final class Sum {

		private final double[] nanos = new double[STAGES + 2];

		private long calls;

		void add(long[] row, double weight) {
			this.calls += row[STAGES];
			for (int i = 0; i < row.length; i++) {
				this.nanos[i] += row[i] * weight;
			}
		}

		Band band(double percentile) {
			double weight = (this.nanos[STAGES] > 0) ? this.nanos[STAGES] * 1000 : 1;
			Map<Stage, Double> micros = new EnumMap<>(Stage.class);
			for (Stage stage : Stage.values()) {
				micros.put(stage, this.nanos[stage.ordinal()] / weight);
			}
			return new Band(percentile, this.calls, this.nanos[STAGES + 1] / weight, micros);
		}

	}

	/**
	 * Mean stages of some calls.
	 *
	 * @param percentile percentile that the calls are around, 0 for all calls
	 * @param calls sampled calls
	 */
	public record Band(double percentile, long calls, double responseMicros, Map<Stage, Double> micros) {
	}

}
