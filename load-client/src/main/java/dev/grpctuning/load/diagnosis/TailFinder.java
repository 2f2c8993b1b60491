package dev.grpctuning.load.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.TailDocument.CauseShare;
import dev.grpctuning.load.diagnosis.TailDocument.SlowestCall;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.SlowCalls;
import dev.grpctuning.load.latency.SlowCalls.SlowCall;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.pressure.TailCause;

/**
 * Finds what the slowest calls waited for: the slowest 0.1 % or, of fewer than 10,000
 * calls, the slowest 1 %. Of each interval of a run only the slowest calls are known. If
 * more were as slow, those that are known stand for them.
 */
final class TailFinder {

	private static final int MANY = 10_000;

	private static final int FEWEST = 1000;

	private static final int SHOWN = 10;

	/** Share of the excess over the median that a cause must cover. */
	private static final double COVERED = 0.5;

	private final Map<TailCause, CoveredTime> causes = new EnumMap<>(TailCause.class);

	private final double medianNanos;

	private TailFinder(List<Stall> stalls, ClientObservation client, double medianNanos) {
		this.medianNanos = medianNanos;
		stalls.stream()
			.collect(Collectors.groupingBy(Stall::cause))
			.forEach((cause, all) -> this.causes.put(cause, CoveredTime.of(all)));
		this.causes.put(TailCause.CPU_PRESSURE, CoveredTime.ofPressure(client.samples()));
	}

	/** Finds the causes, or returns {@code null} for fewer than 1,000 answered calls. */
	static @Nullable TailDocument find(MeasuredLoad load, List<Stall> ofServer, ClientObservation client) {
		Histogram response = load.latencies().response();
		if (response.getTotalCount() < FEWEST || load.latencies().slowest().calls().isEmpty()) {
			return null;
		}
		double share = (response.getTotalCount() >= MANY) ? 0.001 : 0.01;
		long all = Math.round(response.getTotalCount() * share);
		long micros = response.lowestEquivalentValue(response.getValueAtPercentile(100 * (1 - share)));
		List<SlowCall> known = load.latencies()
			.slowest()
			.calls()
			.stream()
			.filter((call) -> Math.max(1, (call.responseNanos() + 500) / 1000) >= micros)
			.sorted(Comparator.comparingLong(SlowCall::responseNanos).reversed())
			.limit(all)
			.toList();
		List<Stall> stalls = new ArrayList<>(ofServer);
		stalls.addAll(client.stalls());
		TailFinder finder = new TailFinder(stalls, client, response.getValueAtPercentile(50) * 1e3);
		return finder.tail(share, micros, all, known, load.startedNanos());
	}

	private TailDocument tail(double share, long micros, long all, List<SlowCall> known, long startNanos) {
		Map<Long, Long> bySecond = new HashMap<>();
		known.forEach((call) -> bySecond.merge(second(call, startNanos), 1L, Long::sum));
		long cut = known.stream().filter((call) -> isCut(bySecond, call, startNanos)).count();
		double more = (cut > 0) ? (double) Math.max(0, all - known.size()) / cut : 0;
		Map<TailCause, Double> weights = new EnumMap<>(TailCause.class);
		double total = 0;
		for (SlowCall call : known) {
			double weight = isCut(bySecond, call, startNanos) ? 1 + more : 1;
			weights.merge(cause(call), weight, Double::sum);
			total += weight;
		}
		double sum = total;
		List<CauseShare> shares = weights.entrySet()
			.stream()
			.map((entry) -> new CauseShare(entry.getKey(), entry.getValue() / sum))
			.sorted(Comparator.comparingDouble(CauseShare::share).reversed())
			.toList();
		return new TailDocument(share, all, micros, shares,
				known.stream()
					.limit(SHOWN)
					.map((call) -> new SlowestCall((call.dueNanos() - startNanos) / 1e9,
							(call.sentNanos() - startNanos) / 1e9, (call.endNanos() - startNanos) / 1e9, cause(call)))
					.toList());
	}

	private static long second(SlowCall call, long startNanos) {
		return TimeUnit.NANOSECONDS.toSeconds(call.endNanos() - startNanos);
	}

	/** Whether there may have been more calls as slow in the same second. */
	private static boolean isCut(Map<Long, Long> bySecond, SlowCall call, long startNanos) {
		return bySecond.getOrDefault(second(call, startNanos), 0L) >= SlowCalls.PER_INTERVAL;
	}

	private TailCause cause(SlowCall call) {
		double excess = call.responseNanos() - this.medianNanos;
		return this.causes.entrySet()
			.stream()
			.filter((cause) -> cause.getValue().within(call.dueNanos(), call.endNanos()) >= COVERED * excess)
			.findFirst()
			.map(Map.Entry::getKey)
			.orElse(TailCause.UNEXPLAINED);
	}

}
