package dev.grpctuning.load.compare.result;

import java.util.Map;
import java.util.Objects;

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
		return Templates.line("latency-at", Map.of("workload", Objects.requireNonNullElse(this.workload, ""), "rate",
				Figures.rate(this.callsPerSecond), "percent", Figures.number(Math.round(this.share * 1000) / 10.0),
				"knee", Figures.rate(this.kneePerSecond), "objective", this.objective, "limitedByClient",
				this.limitedByClient, "openCalls", Figures.count(this.openCalls)));
	}

}
