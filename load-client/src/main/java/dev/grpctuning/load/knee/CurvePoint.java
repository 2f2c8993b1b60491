package dev.grpctuning.load.knee;

import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.search.Trial;

/**
 * A rate, and the response times in its trials: of several the middle one, of two middle
 * ones the longer.
 */
record CurvePoint(double callsPerSecond, int trials, int held, long p50Micros, long p99Micros, long p999Micros) {

	static List<CurvePoint> of(List<Trial> trials) {
		return trials.stream()
			.collect(Collectors.groupingBy(Trial::callsPerSecond, TreeMap::new, Collectors.toList()))
			.entrySet()
			.stream()
			.map((rate) -> of(rate.getKey(), rate.getValue()))
			.toList();
	}

	private static CurvePoint of(double rate, List<Trial> trials) {
		int held = (int) trials.stream().filter(Trial::held).count();
		return new CurvePoint(rate, trials.size(), held, middle(trials, LatencySummary::p50),
				middle(trials, LatencySummary::p99), middle(trials, LatencySummary::p999));
	}

	/** Of two the longer, so that one lucky trial promises nothing. */
	private static long middle(List<Trial> trials, ToLongFunction<LatencySummary> figure) {
		return trials.stream()
			.mapToLong((trial) -> figure.applyAsLong(trial.responseTimeMicros()))
			.sorted()
			.skip(trials.size() / 2)
			.findFirst()
			.orElse(0);
	}

}
