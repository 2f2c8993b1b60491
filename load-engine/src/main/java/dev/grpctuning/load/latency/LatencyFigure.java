package dev.grpctuning.load.latency;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * A figure of a latency distribution.
 */
public enum LatencyFigure {

	MIN("min", LatencySummary::min), MEAN("mean", LatencySummary::mean), P50("p50", LatencySummary::p50),
	P75("p75", LatencySummary::p75), P90("p90", LatencySummary::p90), P95("p95", LatencySummary::p95),
	P99("p99", LatencySummary::p99), P999("p99.9", LatencySummary::p999), P9999("p99.99", LatencySummary::p9999),
	MAX("max", LatencySummary::max);

	private final String title;

	private final Function<LatencySummary, Number> value;

	LatencyFigure(String title, Function<LatencySummary, Number> value) {
		this.title = title;
		this.value = value;
	}

	public static Optional<LatencyFigure> named(String title) {
		return Arrays.stream(values()).filter((figure) -> figure.title.equals(title)).findFirst();
	}

	/** Such as {@code p99.9}. */
	public String title() {
		return this.title;
	}

	/** The value in microseconds. */
	public double of(LatencySummary latencies) {
		return number(latencies).doubleValue();
	}

	/** The value in microseconds, a whole number except for the mean. */
	public Number number(LatencySummary latencies) {
		return this.value.apply(latencies);
	}

}
