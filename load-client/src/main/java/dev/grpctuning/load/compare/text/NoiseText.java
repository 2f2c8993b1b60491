package dev.grpctuning.load.compare.text;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Verdict;

/**
 * What the baseline, which runs twice in each round, shows against itself, in words. How
 * far its two runs of a round are apart is the noise of the machine, however many rounds
 * there are; by how much they differ in the mean of all rounds becomes ever less.
 */
final class NoiseText {

	private NoiseText() {
	}

	/**
	 * Says it of several rounds.
	 */
	static String of(ComparisonDocument comparison) {
		String baseline = comparison.baseline();
		Set<String> shown = comparison.rows()
			.stream()
			.filter((row) -> row.noise() && isShown(row.comparison()))
			.map((row) -> row.metric().title() + ((row.workload() != null) ? " of " + row.workload() : ""))
			.collect(Collectors.toCollection(TreeSet::new));
		if (shown.isEmpty() && comparison.rows().stream().noneMatch(NoiseText::isMeasured)) {
			return "A/A control: not measured, because %s did not complete two runs in two rounds.".formatted(baseline);
		}
		String spread = figures(comparison, Comparison::spread);
		// Results of earlier versions do not have it.
		String typically = spread.isEmpty() ? ""
				: "two runs of %s in one round were typically %s apart (standard deviation), ".formatted(baseline,
						spread);
		if (!shown.isEmpty()) {
			return "A/A control: %s%s differs from itself in %s, so that this experiment is not to be trusted."
				.formatted(typically.isEmpty() ? "" : typically + "but ", baseline, String.join(", ", shown));
		}
		return typically.isEmpty()
				? "A/A control: no difference shown between %s and itself, which were %s apart.".formatted(baseline,
						apart(comparison))
				: "A/A control: %sin the mean of all rounds %s: no difference shown between %s and itself."
					.formatted(typically, apart(comparison), baseline);
	}

	/**
	 * By how much the baseline differs from itself in the mean of all rounds, in the
	 * workload in which that is most.
	 */
	static String apart(ComparisonDocument comparison) {
		return figures(comparison,
				(itself) -> (itself.rounds() != 0) ? Math.max(itself.ratio(), 1 / itself.ratio()) - 1 : null);
	}

	private static String figures(ComparisonDocument comparison, Function<Comparison, @Nullable Double> figure) {
		Map<Metric, Double> most = new EnumMap<>(Metric.class);
		for (Row row : comparison.rows()) {
			Double value = (row.noise() && row.comparison() != null) ? figure.apply(row.comparison()) : null;
			if (value != null) {
				most.merge(row.metric(), value, Math::max);
			}
		}
		String figures = most.entrySet()
			.stream()
			.map((entry) -> String.format(Locale.ROOT, "%.1f %% (%s)", entry.getValue() * 100, entry.getKey().title()))
			.collect(Collectors.joining(", "));
		boolean workloads = comparison.rows().stream().anyMatch((row) -> row.workload() != null);
		return (workloads && !figures.isEmpty()) ? "up to " + figures : figures;
	}

	private static boolean isMeasured(Row row) {
		return row.noise() && row.comparison() != null && row.comparison().smallestShown() != null;
	}

	private static boolean isShown(@Nullable Comparison comparison) {
		return comparison != null && comparison.verdict() != Verdict.NO_DIFFERENCE_SHOWN;
	}

}
