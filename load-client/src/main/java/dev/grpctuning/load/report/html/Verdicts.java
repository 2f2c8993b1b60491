package dev.grpctuning.load.report.html;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.grpctuning.load.report.ComparisonDocument;
import dev.grpctuning.load.report.ComparisonDocument.Row;
import dev.grpctuning.load.report.Metric;
import dev.grpctuning.load.statistics.Verdict;

/**
 * What the rounds of an experiment have shown, a sentence for each workload.
 */
final class Verdicts {

	private static final Set<Metric> FIRST = EnumSet.of(Metric.THROUGHPUT, Metric.P99);

	/**
	 * From here on people think in factors.
	 */
	private static final double GREAT = 2;

	private Verdicts() {
	}

	/**
	 * Puts it into words.
	 * @param comparison what they have shown
	 * @return the sentences; none if there was a single round, which shows nothing
	 */
	static List<String> of(ComparisonDocument comparison) {
		if (comparison.rounds() < 2) {
			return List.of();
		}
		Map<Optional<String>, List<Row>> workloads = comparison.rows()
			.stream()
			.filter((row) -> row.comparison() != null)
			.collect(Collectors.groupingBy((row) -> Optional.ofNullable(row.workload()), LinkedHashMap::new,
					Collectors.toList()));
		List<String> sentences = new ArrayList<>();
		List<String> nothing = new ArrayList<>();
		workloads.forEach((workload, rows) -> {
			if (workload.isPresent() && rows.stream().allMatch((row) -> verdict(row) == Verdict.NO_DIFFERENCE_SHOWN)) {
				nothing.add(workload.get());
			}
			else {
				sentences.add(workload.map((name) -> name + ": against ").orElse("Against ")
						+ sentence(comparison.baseline(), rows));
			}
		});
		if (!nothing.isEmpty()) {
			sentences
				.add("No difference from %s is shown in %s.".formatted(comparison.baseline(), Outcome.listed(nothing)));
		}
		return sentences;
	}

	private static String sentence(String baseline, List<Row> rows) {
		if (rows.stream().anyMatch((row) -> row.noise() && verdict(row) != Verdict.NO_DIFFERENCE_SHOWN)) {
			return baseline + " itself a difference is shown, so that nothing else is to be trusted.";
		}
		Map<String, List<Row>> variants = rows.stream()
			.filter((row) -> !row.noise())
			.collect(Collectors.groupingBy(Verdicts::variant, LinkedHashMap::new, Collectors.toList()));
		List<String> parts = new ArrayList<>();
		List<String> same = new ArrayList<>();
		variants.forEach((variant, metrics) -> {
			String better = listed(metrics, Verdict.BETTER);
			String worse = listed(metrics, Verdict.WORSE);
			if (better.isEmpty() && worse.isEmpty()) {
				same.add(variant);
			}
			else {
				parts.add(variant + " is" + better + ((better.isEmpty() || worse.isEmpty()) ? "" : " and") + worse);
			}
		});
		if (!same.isEmpty()) {
			parts.add("no difference is shown of " + Outcome.listed(same));
		}
		return parts.isEmpty() ? baseline + " nothing was compared." : baseline + ", " + String.join("; ", parts) + ".";
	}

	/**
	 * Such as {@code  better (p99 −31 %)}: of several figures rate and p99, which people
	 * ask for first; the table has all of them.
	 */
	private static String listed(List<Row> rows, Verdict verdict) {
		List<Row> shown = rows.stream().filter((row) -> verdict(row) == verdict).toList();
		if (shown.isEmpty()) {
			return "";
		}
		List<Row> first = shown.stream().filter((row) -> FIRST.contains(row.metric())).toList();
		return " " + ((verdict == Verdict.BETTER) ? "better" : "worse")
				+ (first.isEmpty() ? shown.subList(0, 1) : first).stream()
					.map((row) -> row.metric().title() + change(row))
					.collect(Collectors.joining(", ", " (", ")"));
	}

	private static String change(Row row) {
		if (row.comparison() == null) {
			return "";
		}
		double ratio = row.comparison().ratio();
		return (ratio < GREAT)
				? String.format(Locale.ROOT, " %s%.0f %%", (ratio < 1) ? "−" : "+", Math.abs(ratio - 1) * 100)
				: String.format(Locale.ROOT, " × %.1f", ratio);
	}

	private static Verdict verdict(Row row) {
		return (row.comparison() != null) ? row.comparison().verdict() : Verdict.NO_DIFFERENCE_SHOWN;
	}

	private static String variant(Row row) {
		return (row.workload() != null) ? row.variant().replace(" · " + row.workload(), "") : row.variant();
	}

}
