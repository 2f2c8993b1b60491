package dev.grpctuning.load.compare.report;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;

/**
 * Summary of an experiment in which each variant ran once: the range of the figures, and
 * how much two runs of the same server differ. It names no winner, since single runs show
 * none.
 */
record SingleRuns(List<Span> spans, ComparisonView.@Nullable Shares apart, @Nullable Integer rounds) {

	/**
	 * A sentence per element; none after several rounds or of a single run, whose figures
	 * the headline has.
	 */
	static List<String> of(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		if (comparison != null && comparison.rounds() > 1) {
			return List.of();
		}
		List<Span> spans = spans(experiment);
		return spans.stream().noneMatch(Span::several) ? List.of()
				: Templates
					.text("single-runs", new SingleRuns(spans,
							(comparison != null) ? ComparisonView.Shares.of(comparison, ComparisonDocument.Row::apart)
									: null,
							(experiment.rounds() > 1) ? experiment.rounds() : null))
					.lines()
					.toList();
	}

	private static List<Span> spans(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		List<Variant> measured = experiment.withoutControls()
			.stream()
			.filter((variant) -> variant.ended() == Ended.COMPLETED)
			.filter((variant) -> variant.runs().stream().anyMatch((run) -> run.counts().ok() != 0))
			.toList();
		return measured.stream()
			.map((variant) -> Optional.ofNullable(variant.workload()))
			.distinct()
			.map((workload) -> Span.of(workload.orElse(null),
					measured.stream()
						.filter((variant) -> Objects.equals(variant.workload(), workload.orElse(null)))
						.toList(),
					comparison))
			.toList();
	}

	/** The runs of a workload, and metrics that differ no more than the A/A control. */
	private record Span(@Nullable String workload, Range rates, @Nullable Range p99s, List<Metric> within) {

		private static Span of(@Nullable String workload, List<Variant> variants,
				@Nullable ComparisonDocument comparison) {
			Range rates = Range.of(variants, RunDocument::rate, Figures::rate);
			boolean known = variants.stream()
				.noneMatch((variant) -> Double.isNaN(Range.value(variant, Metric.P99::of)));
			Range p99s = known ? Range.of(variants, Metric.P99::of, Metric.P99::text) : null;
			return new Span(workload, rates, p99s, (variants.size() > 1 && comparison != null) ? Stream
				.of(Metric.THROUGHPUT, Metric.P99)
				.filter((metric) -> isWithin((metric == Metric.P99) ? p99s : rates, comparison, workload, metric))
				.toList() : List.of());
		}

		private static boolean isWithin(@Nullable Range range, ComparisonDocument comparison, @Nullable String workload,
				Metric metric) {
			return range != null && range.spread() <= noise(comparison, workload, metric);
		}

		/** Whether there is something to compare. */
		private boolean several() {
			return this.rates.high() != null;
		}

		/** Factor by which two runs of the baseline differ; 0 without two. */
		private static double noise(ComparisonDocument comparison, @Nullable String workload, Metric metric) {
			return comparison.rows()
				.stream()
				.filter((row) -> row.control() && row.metric() == metric && Objects.equals(row.workload(), workload))
				.flatMap((row) -> Stream.ofNullable(row.apart()))
				.mapToDouble((apart) -> 1 + apart)
				.max()
				.orElse(0);
		}

	}

	/** Range of a figure. {@code high} is missing if there is one variant. */
	private record Range(boolean alike, End low, @Nullable End high, double spread) {

		/** Figures that differ by less are the same to a reader. */
		private static final double SAME = 0.01;

		private static Range of(List<Variant> variants, ToDoubleFunction<RunDocument> figure,
				DoubleFunction<String> text) {
			Comparator<Variant> order = Comparator.comparingDouble((variant) -> value(variant, figure));
			Variant least = variants.stream().min(order).orElseThrow();
			Variant most = variants.stream().max(order).orElseThrow();
			double spread = value(most, figure) / value(least, figure);
			boolean several = variants.size() > 1;
			return new Range(several && spread <= 1 + SAME, End.of(least, text.apply(value(least, figure))),
					several ? End.of(most, text.apply(value(most, figure))) : null, spread);
		}

		private static double value(Variant variant, ToDoubleFunction<RunDocument> figure) {
			return figure.applyAsDouble(Objects.requireNonNull(variant.medianRun()));
		}

	}

	/**
	 * A figure and its variant, with the share of answered calls unless all were
	 * answered.
	 */
	private record End(String figure, String name, @Nullable String answered, @Nullable String saturated) {

		private static End of(Variant variant, String figure) {
			double answered = Range.value(variant, Metric.ANSWERED::of);
			return new End(figure, variant.plain(), (answered < 1) ? Figures.share(answered) : null,
					variant.saturated());
		}

	}

}
