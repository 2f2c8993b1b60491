package dev.grpctuning.load.search;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.Latencies;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;

/**
 * One rate, driven at a server for a short time, as a result file has it.
 *
 * @param responseOfAllMicros response time of all calls that were due: those that were
 * not answered count as the slowest, because a server that refuses calls is not quick
 */
public record Trial(double callsPerSecond, Instant startedAt, double seconds, Counts counts, double answeredPerSecond,
		Latencies latencyMicros, LatencySummary responseOfAllMicros, Outcome outcome, @Nullable String reason) {

	static Trial of(double rate, LoadPlan plan, MeasuredLoad load, Objective.Judgement judgement) {
		double seconds = plan.model().duration().toNanos() / 1e9;
		return new Trial(rate, load.result().startedAt(), seconds, load.result().counts(),
				answeredPerSecond(plan, load), load.result().latencyMicros(), responseOfAll(rate * seconds, plan, load),
				judgement.outcome(), judgement.reason());
	}

	/** Calls answered per second, without the time the last ones take after the trial. */
	static double answeredPerSecond(LoadPlan plan, MeasuredLoad load) {
		double late = load.result().rate().elapsedSeconds() - load.result().latencyMicros().response().p50() / 1e6;
		return load.result().counts().ok() / Math.max(plan.model().duration().toNanos() / 1e9, late);
	}

	private static LatencySummary responseOfAll(double due, LoadPlan plan, MeasuredLoad load) {
		Histogram all = load.latencies().response().copy();
		Duration longest = plan.model().duration().plus(plan.drain());
		long missing = Math.round(due) - all.getTotalCount();
		if (missing > 0) {
			all.recordValueWithCount(Math.clamp(longest.toNanos() / 1000, 1, all.getHighestTrackableValue()), missing);
		}
		return LatencySummary.of(all);
	}

	public boolean held() {
		return this.outcome == Outcome.HELD;
	}

	public String text() {
		return String.format(Locale.ROOT, "%9s/s  answered %9s/s  p99 %9s  %s", Figures.rate(this.callsPerSecond),
				Figures.rate(this.answeredPerSecond), Figures.latency(this.latencyMicros.response(), LatencyFigure.P99),
				Templates.line("trial", this));
	}

}
