package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.stats.Figures;

/**
 * Range of rate and p99 among variants that ran once each. It names no winner, since
 * single runs show none.
 */
final class SingleRuns {

	private SingleRuns() {
	}

	/**
	 * A sentence per workload, the noise, and how to show a difference; none after
	 * several rounds or of a single run, whose figures the headline has.
	 */
	static List<String> of(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		Map<String, List<Variant>> workloads = experiment.withoutControls()
			.stream()
			.filter((variant) -> variant.ended() == Ended.COMPLETED
					&& variant.runs().stream().anyMatch((run) -> Metric.ANSWERED.of(run) > 0))
			.collect(
					Collectors.groupingBy((variant) -> Objects.requireNonNullElse(variant.workload(), "Completed runs"),
							LinkedHashMap::new, Collectors.toList()));
		if ((comparison != null && comparison.rounds() > 1)
				|| workloads.values().stream().noneMatch((variants) -> variants.size() > 1)) {
			return List.of();
		}
		List<String> said = new ArrayList<>();
		workloads.forEach((workload, variants) -> said
			.add("%s: %s calls per second%s.".formatted(workload, range(Metric.THROUGHPUT, variants).orElse("-"),
					range(Metric.P99, variants).map((range) -> ", p99 " + range).orElse(""))));
		String apart = (comparison != null) ? ComparisonView.noise(comparison, Row::apart) : null;
		if (apart != null) {
			said.add("A/A control: two runs of the baseline were %s apart.".formatted(apart));
		}
		said.add((experiment.design().rounds() > 1)
				? "To show a difference, let all %d rounds run.".formatted(experiment.design().rounds())
				: "To show a difference, repeat with --experiment.repeat=5.");
		return said;
	}

	/** The least and the greatest figure; none if it was not measured in all. */
	private static Optional<String> range(Metric metric, List<Variant> variants) {
		Comparator<Variant> order = Comparator.comparingDouble((variant) -> value(metric, variant));
		if (variants.stream().anyMatch((variant) -> Double.isNaN(value(metric, variant)))) {
			return Optional.empty();
		}
		return Optional.of(Stream.of(Collections.min(variants, order), Collections.max(variants, order))
			.distinct()
			.map((variant) -> text(metric, variant))
			.collect(Collectors.joining(" to ")));
	}

	private static double value(Metric metric, Variant variant) {
		return metric.of(Objects.requireNonNull(variant.medianRun()));
	}

	/** A figure and its variant, with the share of answered calls unless it is all. */
	private static String text(Metric metric, Variant variant) {
		double answered = value(Metric.ANSWERED, variant);
		return "%s (%s%s)".formatted(metric.text(value(metric, variant)), variant.plain(),
				(answered < 1) ? ", " + Figures.share(answered) + " of its calls" : "");
	}

}
