package dev.grpctuning.load.compare.slices;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured;
import dev.grpctuning.load.engine.result.Slice;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;

/** Sum of the slices of one variant under one load. */
final class SliceSum {

	private final LatencyInterval latencies = new LatencyInterval();

	private final List<Measured.Window> slices = new ArrayList<>();

	/** Sum of the logarithms of the p99s of slices. */
	private double tails;

	private double seconds;

	private long answered;

	private long ended;

	private long failed;

	private long cpuNanos;

	void add(Slice slice) {
		this.slices.add(Measured.Window.of(slice));
		this.seconds += slice.seconds();
		this.answered += slice.answered();
		this.ended += slice.ended();
		this.failed += slice.failed() + slice.unfinished();
		this.cpuNanos += slice.serverCpuNanos();
		this.latencies.add(slice.latencies());
		this.tails += Math.log(Math.max(1, slice.latencies().response().getValueAtPercentile(99)));
	}

	long ended() {
		return this.ended;
	}

	double endedPerSlice() {
		return (double) this.ended / this.slices.size();
	}

	/**
	 * Figures of these slices, and of those of another load.
	 * @param rate slices that show the rate; all other figures are of this sum
	 * @param objective longest response time of a call that counts as goodput, or
	 * {@code null}
	 * @param tails whether p99 is the geometric mean of the p99s of slices. A pause of
	 * the machine is then in one of them only, so p99 varies half as much as that of all
	 * calls
	 */
	Measured with(SliceSum rate, @Nullable Duration objective, boolean tails) {
		Map<Metric, Double> values = new EnumMap<>(Metric.class);
		put(values, Metric.THROUGHPUT, rate.answered / rate.seconds);
		put(values, Metric.ANSWERED, (double) this.ended / (this.ended + this.failed));
		if (objective != null) {
			long micros = objective.toNanos() / 1000;
			double within = this.latencies.response().getCountBetweenValues(0, micros);
			put(values, Metric.GOODPUT,
					this.answered / this.seconds * within / this.latencies.response().getTotalCount());
		}
		put(values, Metric.SERVER_CPU, this.cpuNanos / 1e3 / this.ended);
		LatencySummary response = LatencySummary.of(this.latencies.response());
		put(values, Metric.P50, LatencyFigure.P50, response);
		if (tails) {
			put(values, Metric.P99, Math.exp(this.tails / this.slices.size()));
		}
		else {
			put(values, Metric.P99, LatencyFigure.P99, response);
		}
		if (rate == this) {
			return new Measured(this.slices, this.seconds, values);
		}
		List<Measured.Window> both = new ArrayList<>(this.slices);
		both.addAll(rate.slices);
		return new Measured(both, this.seconds + rate.seconds, values);
	}

	private static void put(Map<Metric, Double> values, Metric metric, LatencyFigure figure, LatencySummary response) {
		if (figure.isKnown(response)) {
			put(values, metric, figure.of(response));
		}
	}

	private static void put(Map<Metric, Double> values, Metric metric, double value) {
		if (Double.isFinite(value) && metric.isMeasured(value)) {
			values.put(metric, value);
		}
	}

}
