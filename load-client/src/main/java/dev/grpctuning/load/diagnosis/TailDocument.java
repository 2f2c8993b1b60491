package dev.grpctuning.load.diagnosis;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.SlowCalls;
import dev.grpctuning.load.latency.SlowCalls.SlowCall;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.pressure.TailCause;

/**
 * What the slowest answered calls of a run waited for: the slowest 0.1 % or, of fewer
 * than 10,000 calls, the slowest 1 %.
 *
 * @param share which share of the answered calls they are
 * @param micros shortest response time among them
 * @param causes shares of these calls by cause, the largest first; all together are 1
 * @param slowest the slowest of them
 */
public record TailDocument(double share, long calls, long micros, List<CauseShare> causes, List<SlowestCall> slowest) {

	private static final int MANY = 10_000;

	private static final int FEWEST = 1000;

	private static final int SHOWN = 10;

	/** Share of the excess over the median that a cause must cover. */
	private static final double COVERED = 0.5;

	/**
	 * Finds the causes. Of each second of a run only the slowest calls are known. If more
	 * were as slow, those that are known stand for them.
	 * @return the causes, or {@code null} for fewer than 1,000 answered calls
	 */
	static @Nullable TailDocument of(MeasuredLoad load, List<Stall> ofServer, ClientObservation client) {
		Histogram response = load.latencies().response();
		List<SlowCall> kept = load.latencies().slowest().calls();
		if (response.getTotalCount() < FEWEST || kept.isEmpty()) {
			return null;
		}
		double share = (response.getTotalCount() >= MANY) ? 0.001 : 0.01;
		long calls = Math.round(response.getTotalCount() * share);
		long micros = response.lowestEquivalentValue(response.getValueAtPercentile(100 * (1 - share)));
		double medianNanos = response.getValueAtPercentile(50) * 1e3;
		Map<TailCause, CoveredTime> covered = covered(ofServer, client);
		List<SlowestCall> slowest = kept.stream()
			.filter((call) -> Math.max(1, (call.responseNanos() + 500) / 1000) >= micros)
			.sorted(Comparator.comparingLong(SlowCall::responseNanos).reversed())
			.limit(calls)
			.map((call) -> new SlowestCall((call.dueNanos() - load.startedNanos()) / 1e9,
					(call.sentNanos() - load.startedNanos()) / 1e9, (call.endNanos() - load.startedNanos()) / 1e9,
					cause(covered, call, medianNanos)))
			.toList();
		return new TailDocument(share, calls, micros, shares(slowest, calls), slowest.stream().limit(SHOWN).toList());
	}

	private static Map<TailCause, CoveredTime> covered(List<Stall> ofServer, ClientObservation client) {
		Map<TailCause, CoveredTime> covered = new EnumMap<>(TailCause.class);
		Stream.concat(ofServer.stream(), client.stalls().stream())
			.collect(Collectors.groupingBy(Stall::cause))
			.forEach((cause, stalls) -> covered.put(cause, CoveredTime.of(stalls)));
		covered.put(TailCause.CPU_PRESSURE, CoveredTime.ofPressure(client.samples()));
		return covered;
	}

	private static TailCause cause(Map<TailCause, CoveredTime> covered, SlowCall call, double medianNanos) {
		double excess = call.responseNanos() - medianNanos;
		return covered.entrySet()
			.stream()
			.filter((cause) -> cause.getValue().within(call.dueNanos(), call.endNanos()) >= COVERED * excess)
			.findFirst()
			.map(Map.Entry::getKey)
			.orElse(TailCause.UNEXPLAINED);
	}

	private static List<CauseShare> shares(List<SlowestCall> known, long calls) {
		Map<Long, Long> bySecond = known.stream()
			.collect(Collectors.groupingBy(SlowestCall::second, Collectors.counting()));
		// In the same second there may have been more calls as slow.
		Predicate<SlowestCall> isCut = (call) -> bySecond.getOrDefault(call.second(), 0L) >= SlowCalls.PER_INTERVAL;
		long cut = known.stream().filter(isCut).count();
		double weight = (cut > 0) ? 1 + (double) (calls - known.size()) / cut : 1;
		double all = (cut > 0) ? calls : known.size();
		return known.stream()
			.collect(Collectors.groupingBy(SlowestCall::cause,
					Collectors.summingDouble((call) -> isCut.test(call) ? weight : 1)))
			.entrySet()
			.stream()
			.map((cause) -> new CauseShare(cause.getKey(), cause.getValue() / all))
			.sorted(Comparator.comparingDouble(CauseShare::share).reversed().thenComparing(CauseShare::cause))
			.toList();
	}

	/** Share of the slowest calls that had a cause, from 0 to 1. */
	public record CauseShare(TailCause cause, double share) {
	}

	/**
	 * One slow call, with times in seconds from the start of the run.
	 *
	 * @param dueSeconds when it was due
	 * @param sentSeconds when it was sent
	 * @param endSeconds when its answer came
	 */
	public record SlowestCall(double dueSeconds, double sentSeconds, double endSeconds, TailCause cause) {

		private long second() {
			return (long) this.endSeconds;
		}

	}

}
