package dev.grpctuning.load.latency;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * A figure of a distribution of latencies.
 */
public enum LatencyFigure {

	/** Smallest value. */
	MIN("min", LatencySummary::min),

	/** Arithmetic mean. */
	MEAN("mean", LatencySummary::mean),

	/** Median. */
	P50("p50", LatencySummary::p50),

	/** 75th percentile. */
	P75("p75", LatencySummary::p75),

	/** 90th percentile. */
	P90("p90", LatencySummary::p90),

	/** 95th percentile. */
	P95("p95", LatencySummary::p95),

	/** 99th percentile. */
	P99("p99", LatencySummary::p99),

	/** 99.9th percentile. */
	P999("p99.9", LatencySummary::p999),

	/** 99.99th percentile. */
	P9999("p99.99", LatencySummary::p9999),

	/** Largest value. */
	MAX("max", LatencySummary::max);

	private final String title;

	private final Function<LatencySummary, Number> value;

	LatencyFigure(String title, Function<LatencySummary, Number> value) {
		this.title = title;
		this.value = value;
	}

	/**
	 * Finds a figure.
	 * @param title such as {@code p99.9}
	 * @return the figure, if there is one
	 */
	public static Optional<LatencyFigure> named(String title) {
		return Arrays.stream(values()).filter((figure) -> figure.title.equals(title)).findFirst();
	}

	/**
	 * What it is called.
	 * @return such as {@code p99.9}
	 */
	public String title() {
		return this.title;
	}

	/**
	 * Its value.
	 * @param latencies a distribution
	 * @return microseconds
	 */
	public double of(LatencySummary latencies) {
		return number(latencies).doubleValue();
	}

	/**
	 * Its value as it is written.
	 * @param latencies a distribution
	 * @return microseconds, whole ones but for the mean
	 */
	public Number number(LatencySummary latencies) {
		return this.value.apply(latencies);
	}

}
