package dev.grpctuning.load.search;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.Latencies;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.threshold.Threshold;

/** Searches that tests share. */
public final class SearchSamples {

	public static final TrialPlan TRIALS = new TrialPlan(Samples.closed(), Arrivals.CONSTANT, 1, Duration.ofMillis(10),
			0.01, 10, Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(5));

	public static final ServerSetup SETUP = new ServerSetup(Path.of("service.jar"), Path.of("jdk"), List.of("-Xmx1g"),
			Map.of(), Duration.ofSeconds(60), Duration.ofSeconds(5));

	public static final TrialPlan.Limits LIMITS = new TrialPlan.Limits(null, 1e6, 0.05, 30);

	public static final Objective OBJECTIVE = new Objective(List.of(Threshold.parse("p99 < 10ms")));

	public static SearchPlan plan(Path folder) {
		return new SearchPlan(SETUP, OBJECTIVE, TRIALS, LIMITS, Samples.STARTED_AT, folder);
	}

	private SearchSamples() {
	}

	public static Trial trial(double rate, long p99, Outcome outcome, @Nullable String reason) {
		return trial(rate, 1000, p99, outcome, reason);
	}

	/** A trial in which so many calls were answered. */
	public static Trial trial(double rate, long calls, long p99, Outcome outcome, @Nullable String reason) {
		LatencySummary latencies = new LatencySummary(calls, 100, 500, p99 / 2, 1, 1, 1, p99, p99 * 2, 1, 1, "");
		return new Trial(rate, Samples.STARTED_AT, 5, new Counts(calls, calls, Map.of(), 0, 0), rate,
				new Latencies(latencies, latencies), latencies, outcome, reason);
	}

}
