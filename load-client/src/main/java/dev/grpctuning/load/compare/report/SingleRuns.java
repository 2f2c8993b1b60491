package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.stats.Figures;

/**
 * Range of a metric among variants that ran once each. It names no winner, since single
 * runs show none.
 */
record SingleRuns(Metric metric, List<Variant> variants) {

	/** Figures that differ by less are the same to a reader. */
	private static final double SAME = 1.01;

	/**
	 * A sentence per workload, the noise, and how to show a difference; none after
	 * several rounds or of a single run, whose figures the headline has.
	 */
	static List<String> of(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		List<Variant> measured = experiment.withoutControls()
			.stream()
			.filter((variant) -> variant.ended() == Ended.COMPLETED && variant.medianRun() != null)
			.filter((variant) -> variant.runs().stream().anyMatch((run) -> run.load().counts().ok() != 0))
			.toList();
		List<List<Variant>> workloads = measured.stream()
			.map((variant) -> Optional.ofNullable(variant.workload()))
			.distinct()
			.map((workload) -> measured.stream()
				.filter((variant) -> Objects.equals(variant.workload(), workload.orElse(null)))
				.toList())
			.toList();
		if ((comparison != null && comparison.rounds() > 1)
				|| workloads.stream().noneMatch((variants) -> variants.size() > 1)) {
			return List.of();
		}
		List<String> said = new ArrayList<>(
				workloads.stream().map((variants) -> sentence(variants, comparison)).toList());
		String apart = (comparison != null) ? ComparisonView.noise(comparison, Row::apart) : null;
		if (apart != null) {
			said.add("A/A control: two runs of the baseline were %s apart.".formatted(apart));
		}
		said.add("To show a difference, %s.".formatted(
				(experiment.design().rounds() > 1) ? "let all %d rounds run".formatted(experiment.design().rounds())
						: "repeat with --experiment.repeat=5"));
		return said;
	}

	private static String sentence(List<Variant> variants, @Nullable ComparisonDocument comparison) {
		SingleRuns rates = new SingleRuns(Metric.THROUGHPUT, variants);
		SingleRuns p99s = new SingleRuns(Metric.P99, variants);
		String within = Stream.of(rates, p99s)
			.filter((range) -> comparison != null && range.isWithin(comparison))
			.map((range) -> (range == rates) ? "rates" : "p99s")
			.collect(Collectors.joining(" and "));
		return Objects.requireNonNullElse(variants.getFirst().workload(), "Completed runs") + ": " + rates
				+ " calls per second" + (p99s.isKnown() ? ", p99 " + p99s : "")
				+ (within.isEmpty() ? "" : "; these " + within + " differ no more than two runs of the baseline") + ".";
	}

	private boolean isKnown() {
		return this.variants.stream().noneMatch((variant) -> Double.isNaN(value(this.metric, variant)));
	}

	private double spread() {
		return value(this.metric, end(Comparator.reverseOrder())) / value(this.metric, end(Comparator.naturalOrder()));
	}

	/** Whether variants differ no more than two runs of the baseline. */
	private boolean isWithin(ComparisonDocument comparison) {
		String workload = this.variants.getFirst().workload();
		return isKnown() && this.variants.size() > 1 && comparison.rows()
			.stream()
			.filter((row) -> row.control() && row.metric() == this.metric && Objects.equals(row.workload(), workload))
			.flatMap((row) -> Stream.ofNullable(row.apart()))
			.anyMatch((apart) -> spread() <= 1 + apart);
	}

	private Variant end(Comparator<Double> order) {
		return this.variants.stream()
			.min(Comparator.comparing((variant) -> value(this.metric, variant), order))
			.orElseThrow();
	}

	private static double value(Metric metric, Variant variant) {
		return metric.of(Objects.requireNonNull(variant.medianRun()));
	}

	/** A figure and its variant, with the share of answered calls unless it is all. */
	private String text(Variant variant) {
		double answered = value(Metric.ANSWERED, variant);
		return "%s (%s)".formatted(this.metric.text(value(this.metric, variant)), Stream
			.of(variant.plain(), (answered < 1) ? Figures.share(answered) + " of its calls" : null, variant.saturated())
			.filter(Objects::nonNull)
			.collect(Collectors.joining(", ")));
	}

	@Override
	public String toString() {
		Variant least = end(Comparator.naturalOrder());
		return (this.variants.size() == 1) ? text(least)
				: (spread() <= SAME) ? "about " + this.metric.text(value(this.metric, least))
						: text(least) + " to " + text(end(Comparator.reverseOrder()));
	}

}
