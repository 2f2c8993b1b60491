package dev.grpctuning.load.knee;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.Trial;

/** A variant and its knee as a result file has them, without what all share. */
record KneeResult(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
		Map<String, String> properties, @Nullable String javaHome, Ended ended, @Nullable String reason,
		@Nullable Knee knee, List<CurvePoint> curve, List<Trial> trials) {

	static KneeResult of(Variant variant, Ended ended, @Nullable String reason, @Nullable Knee knee,
			List<Trial> trials) {
		return new KneeResult(variant.name(), variant.changes(), variant.profile(),
				Secrets.masked(variant.jvmOptions()), Secrets.masked(variant.properties()),
				(variant.javaHome() != null) ? variant.javaHome().toString() : null, ended, reason, knee,
				CurvePoint.of(trials), List.copyOf(trials));
	}

	/** The rate that was tried closest to the knee. */
	@Nullable CurvePoint atKnee() {
		if (this.knee == null || !this.knee.found()) {
			return null;
		}
		double rate = this.knee.callsPerSecond();
		return this.curve.stream()
			.min(Comparator.comparingDouble((point) -> Math.abs(Math.log(point.callsPerSecond() / rate))))
			.orElse(null);
	}

	/**
	 * A rate, and the response times in its trials: of several the middle one, of two
	 * middle ones the longer; {@code null} if too few calls were answered for it.
	 */
	record CurvePoint(double callsPerSecond, int trials, int held, @Nullable Long p50Micros, @Nullable Long p99Micros,
			@Nullable Long p999Micros) {

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
			return new CurvePoint(rate, trials.size(), held, middle(trials, LatencyFigure.P50),
					middle(trials, LatencyFigure.P99), middle(trials, LatencyFigure.P999));
		}

		/**
		 * Of two the longer, so that one lucky trial promises nothing. Trials with too
		 * few answers for the figure count as longer than all others.
		 */
		private static @Nullable Long middle(List<Trial> trials, LatencyFigure figure) {
			return trials.stream()
				.map((trial) -> trial.latencyMicros().response())
				.filter(figure::isKnown)
				.map((latencies) -> figure.number(latencies).longValue())
				.sorted()
				.skip(trials.size() / 2)
				.findFirst()
				.orElse(null);
		}

	}

}
