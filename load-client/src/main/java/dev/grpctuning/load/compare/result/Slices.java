package dev.grpctuning.load.compare.result;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Risk;

/**
 * The slices of a variant, between which the others had theirs. They are summed up to
 * units that are compared: batches of about a second, or rounds.
 *
 * @param number number of slices that count
 * @param millis length of a slice in milliseconds
 * @param batchSeconds time in which each variant has the slices of one batch;
 * {@code null} if a unit has all slices of a round
 * @param seconds time that all slices measured
 * @param units values of the metrics that were measured
 */
public record Slices(int number, double millis, @Nullable Double batchSeconds, double seconds, List<Values> units) {

	private static final double MISSING = -1;

	/**
	 * Returns slices.
	 * @param units a value for each unit; not a number where there is none
	 */
	public static Slices of(int number, double millis, @Nullable Double batchSeconds, double seconds,
			Map<Metric, double[]> units) {
		return new Slices(number, millis, batchSeconds, seconds,
				units.entrySet()
					.stream()
					.sorted(Map.Entry.comparingByKey())
					.map((entry) -> new Values(entry.getKey(),
							Arrays.stream(entry.getValue())
								.map((value) -> Double.isFinite(value) ? value : MISSING)
								.boxed()
								.toList()))
					.toList());
	}

	public Risk.Unit unit() {
		return (this.batchSeconds != null) ? Risk.Unit.BATCH : Risk.Unit.ROUND;
	}

	/** Number of units. */
	int size() {
		return this.units.stream().mapToInt((values) -> values.values().size()).max().orElse(0);
	}

	/** A value for each unit, not a number where there is none. */
	public double[] values(Metric metric) {
		double[] found = this.units.stream()
			.filter((values) -> values.metric() == metric)
			.flatMap((values) -> values.values().stream())
			.mapToDouble((value) -> (value != MISSING) ? value : Double.NaN)
			.toArray();
		return DoubleStream.concat(Arrays.stream(found), DoubleStream.generate(() -> Double.NaN))
			.limit(size())
			.toArray();
	}

	/** Appends the units of later slices. */
	Slices plus(Slices next) {
		return of(this.number + next.number, this.millis, this.batchSeconds, this.seconds + next.seconds,
				Stream.of(Metric.values())
					.filter((metric) -> has(metric) || next.has(metric))
					.collect(Collectors.toMap((metric) -> metric,
							(metric) -> DoubleStream
								.concat(Arrays.stream(values(metric)), Arrays.stream(next.values(metric)))
								.toArray())));
	}

	private boolean has(Metric metric) {
		return this.units.stream().anyMatch((values) -> values.metric() == metric);
	}

	/**
	 * The values of a metric.
	 *
	 * @param values one for each unit, -1 where there is none
	 */
	public record Values(Metric metric, List<Double> values) {
	}

}
