package dev.grpctuning.load.search.result;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.Trial;

/**
 * A rate, and the response times that it came to.
 *
 * @param p50Micros their p50, of several trials the middle one, of two middle ones the
 * longer
 * @param p99Micros their p99, likewise
 * @param p999Micros their p99.9, likewise
 */
public record CurvePoint(double callsPerSecond, int trials, int held, long p50Micros, long p99Micros, long p999Micros) {

	/**
	 * The curve of trials.
	 */
	public static List<CurvePoint> of(List<Trial> trials) {
		TreeMap<Double, List<Trial>> rates = new TreeMap<>();
		trials.forEach((trial) -> rates.computeIfAbsent(trial.rate(), (rate) -> new ArrayList<>()).add(trial));
		return rates.entrySet().stream().map((rate) -> of(rate.getKey(), rate.getValue())).toList();
	}

	private static CurvePoint of(double rate, List<Trial> trials) {
		int held = (int) trials.stream().filter((trial) -> trial.judgement().outcome() == Outcome.HELD).count();
		return new CurvePoint(rate, trials.size(), held, middle(trials, LatencySummary::p50),
				middle(trials, LatencySummary::p99), middle(trials, LatencySummary::p999));
	}

	/**
	 * Of two the longer: what is promised at a rate must not be what one trial was lucky
	 * with.
	 */
	private static long middle(List<Trial> trials, ToLongFunction<LatencySummary> figure) {
		return trials.stream()
			.mapToLong((trial) -> figure.applyAsLong(trial.responseTimeMicros()))
			.sorted()
			.skip(trials.size() / 2)
			.findFirst()
			.orElse(0);
	}

}
