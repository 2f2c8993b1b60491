package dev.grpctuning.load.search;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.Latencies;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.LatencyInterval;
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
		return of(rate, List.of(new Part(plan, load, judgement)));
	}

	/**
	 * The sum of slices. The objective holds if it did in half of those that the client
	 * could drive.
	 */
	static Trial of(double rate, List<Part> parts) {
		double seconds = parts.stream().mapToDouble(Part::seconds).sum();
		double answered = parts.stream().mapToDouble((part) -> part.seconds() * part.answeredPerSecond()).sum();
		LatencyInterval sum = new LatencyInterval();
		Histogram all = new LatencyInterval().response();
		for (Part part : parts) {
			sum.add(part.load.latencies());
			all.add(part.responseOfAll(rate));
		}
		List<Part> driven = parts.stream().filter((part) -> !part.is(Outcome.LOAD_GENERATOR_SATURATED)).toList();
		List<Part> judged = driven.isEmpty() ? parts : driven;
		boolean held = 2 * judged.stream().filter((part) -> part.is(Outcome.HELD)).count() >= judged.size();
		Objective.Judgement judgement = judged.stream()
			.filter((part) -> part.is(Outcome.HELD) == held)
			.findFirst()
			.orElseThrow().judgement;
		return new Trial(rate, parts.getFirst().load.result().startedAt(), seconds, Part.counts(parts),
				answered / seconds, new Latencies(LatencySummary.of(sum.service()), LatencySummary.of(sum.response())),
				LatencySummary.of(all), judgement.outcome(), judgement.reason());
	}

	/** Calls answered per second, without the time the last ones take after the trial. */
	static double answeredPerSecond(LoadPlan plan, MeasuredLoad load) {
		double late = load.result().rate().elapsedSeconds() - load.result().latencyMicros().response().p50() / 1e6;
		return load.result().counts().ok() / Math.max(plan.model().duration().toNanos() / 1e9, late);
	}

	public boolean held() {
		return this.outcome == Outcome.HELD;
	}

	public String text() {
		return String.format(Locale.ROOT, "%9s/s  answered %9s/s  p99 %9s  %s", Figures.rate(this.callsPerSecond),
				Figures.rate(this.answeredPerSecond), Figures.latency(this.latencyMicros.response(), LatencyFigure.P99),
				Templates.line("trial", this));
	}

	/** A slice of a trial, or the only one. */
	record Part(LoadPlan plan, MeasuredLoad load, Objective.Judgement judgement) {

		boolean is(Outcome outcome) {
			return this.judgement.outcome() == outcome;
		}

		private double seconds() {
			return this.plan.model().duration().toNanos() / 1e9;
		}

		private double answeredPerSecond() {
			return Trial.answeredPerSecond(this.plan, this.load);
		}

		private Histogram responseOfAll(double rate) {
			Histogram all = this.load.latencies().response().copy();
			Duration longest = this.plan.model().duration().plus(this.plan.drain());
			long missing = Math.round(rate * seconds()) - all.getTotalCount();
			if (missing > 0) {
				all.recordValueWithCount(Math.clamp(longest.toNanos() / 1000, 1, all.getHighestTrackableValue()),
						missing);
			}
			return all;
		}

		private static Counts counts(List<Part> parts) {
			Map<String, Long> failed = new TreeMap<>();
			List<Counts> all = parts.stream().map((part) -> part.load.result().counts()).toList();
			all.forEach((counts) -> counts.failed().forEach((status, calls) -> failed.merge(status, calls, Long::sum)));
			return new Counts(all.stream().mapToLong(Counts::started).sum(), all.stream().mapToLong(Counts::ok).sum(),
					failed, all.stream().mapToLong(Counts::cancelled).sum(),
					all.stream().mapToLong(Counts::unfinished).sum());
		}

	}

}
