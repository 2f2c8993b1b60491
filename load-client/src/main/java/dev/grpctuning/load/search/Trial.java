package dev.grpctuning.load.search;

import java.time.Duration;
import java.time.Instant;

import org.HdrHistogram.Histogram;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * One rate, driven at a server for a short time.
 *
 * @param rate calls per second
 * @param answeredPerSecond calls answered per second
 * @param responseOfAllMicros response time of all calls that were due: those that were
 * not answered count as the slowest, because a server that refuses calls is not quick
 */
public record Trial(double rate, Instant startedAt, double seconds, Counts counts, double answeredPerSecond,
		LatencySummary latencyMicros, LatencySummary responseTimeMicros, LatencySummary responseOfAllMicros,
		Judgement judgement) {

	static Trial of(double rate, LoadPlan plan, LoadResult load, Judgement judgement) {
		double seconds = plan.model().duration().toNanos() / 1e9;
		return new Trial(rate, load.startedAt(), seconds, load.counts(), answeredPerSecond(plan, load),
				load.latencyMicros(), load.responseTimeMicros(), responseOfAll(rate * seconds, plan, load), judgement);
	}

	/**
	 * Calls answered per second. The time that a call takes is no part of it: after the
	 * trial's length the last calls are answered, as no call was at its beginning.
	 * @return calls per second
	 */
	public static double answeredPerSecond(LoadPlan plan, LoadResult load) {
		double late = load.elapsedSeconds() - load.responseTimeMicros().p50() / 1e6;
		return load.counts().ok() / Math.max(plan.model().duration().toNanos() / 1e9, late);
	}

	private static LatencySummary responseOfAll(double due, LoadPlan plan, LoadResult load) {
		Histogram all = load.latencies().response().copy();
		Duration longest = plan.model().duration().plus(plan.drain());
		long missing = Math.round(due) - all.getTotalCount();
		if (missing > 0) {
			all.recordValueWithCount(Math.clamp(longest.toNanos() / 1000, 1, all.getHighestTrackableValue()), missing);
		}
		return LatencySummary.of(all);
	}

}
