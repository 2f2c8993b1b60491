package dev.grpctuning.autopilot;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Kind of load that a setting suits: a band of rates, and a mix of methods.
 *
 * @param perSecond calls per second
 * @param shares shares of the methods in the calls, by full name
 */
record Regime(double perSecond, Map<String, Double> shares) {

	/** A load of half or twice the rate is still the same. */
	private static final double BAND = 2;

	/** Share of the calls that may be those of other methods. */
	private static final double OTHERS = 0.25;

	/** Describes the calls between two readings of the numbers by method. */
	static Regime between(Map<String, Long> from, Map<String, Long> to, double seconds) {
		Map<String, Double> calls = new HashMap<>();
		to.forEach((method, number) -> calls.put(method, (double) (number - from.getOrDefault(method, 0L))));
		double sum = calls.values().stream().mapToDouble(Double::doubleValue).sum();
		calls.values().removeIf((number) -> number <= 0);
		calls.replaceAll((method, number) -> number / sum);
		return new Regime(sum / seconds, Map.copyOf(calls));
	}

	/** Whether another load is of the same kind. */
	boolean matches(Regime other) {
		return isInBand(other, BAND) && isMixOf(other);
	}

	/**
	 * Whether another load can be of the same kind while a candidate is compared. Clients
	 * that wait for answers send more calls if the candidate is faster.
	 */
	boolean canBe(Regime other) {
		return isInBand(other, BAND * BAND) && isMixOf(other);
	}

	private boolean isInBand(Regime other, double band) {
		double ratio = (this.perSecond + 1) / (other.perSecond + 1);
		return ratio <= band && ratio >= 1 / band;
	}

	/** Whether another load has about the same mix of methods, at whatever rate. */
	boolean isMixOf(Regime other) {
		return distance(other) <= OTHERS;
	}

	/** Share of the calls that are those of other methods, from 0 to 1. */
	double distance(Regime other) {
		Set<String> methods = new HashSet<>(this.shares.keySet());
		methods.addAll(other.shares.keySet());
		return methods.stream()
			.mapToDouble((method) -> Math
				.abs(this.shares.getOrDefault(method, 0.0) - other.shares.getOrDefault(method, 0.0)))
			.sum() / 2;
	}

	/** The method that most calls are of, {@code null} without calls. */
	@Nullable String mostCalled() {
		return this.shares.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(null);
	}

}
