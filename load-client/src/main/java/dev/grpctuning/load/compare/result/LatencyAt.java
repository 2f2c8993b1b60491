package dev.grpctuning.load.compare.result;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;

/**
 * The rate at which the latencies of a workload were measured. All figures of its runs
 * except the rate come from this load.
 *
 * @param workload its name, or {@code null} if there is only one
 * @param objective condition that held up to the knee
 * @param kneePerSecond highest rate of the baseline at which it held
 * @param limitedByClient whether the client could not drive more
 * @param share share of the knee
 * @param openCalls calls that were kept open to measure the rate
 */
public record LatencyAt(@Nullable String workload, String baseline, String objective, double kneePerSecond,
		boolean limitedByClient, double share, double callsPerSecond, Arrivals arrivals, int openCalls) {

	/** The line of the report that begins with {@code p99 at 1,840 calls/s}. */
	public String text() {
		return Templates.line("latency-at",
				new Words(this.workload, Figures.rate(this.callsPerSecond),
						Figures.number(Math.round(this.share * 1000) / 10.0), Figures.rate(this.kneePerSecond),
						this.objective, this.limitedByClient, Figures.count(this.openCalls)));
	}

	/** Returns such a line for each of them. */
	public static List<String> texts(@Nullable List<LatencyAt> all) {
		return Stream.ofNullable(all).flatMap(List::stream).map(LatencyAt::text).toList();
	}

	private record Words(@Nullable String workload, String rate, String percent, String knee, String objective,
			boolean limitedByClient, String openCalls) {
	}

}
