package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.text.ComparisonWords;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Verdict;

/**
 * What the rounds of an experiment have shown, a sentence for each workload.
 */
final class Verdicts {

	private static final Set<Metric> FIRST = EnumSet.of(Metric.THROUGHPUT, Metric.ANSWERED, Metric.P99);

	/**
	 * From here on people think in factors.
	 */
	private static final double GREAT = 2;

	private final ComparisonDocument comparison;

	private final Map<String, String> limited;

	private Verdicts(ComparisonDocument comparison, Map<String, String> limited) {
		this.comparison = comparison;
		this.limited = limited;
	}

	/**
	 * Puts it into words.
	 */
	static List<String> of(ComparisonDocument comparison, Map<String, String> limited) {
		return new Verdicts(comparison, limited).sentences();
	}

	private List<String> sentences() {
		if (this.comparison.rounds() < 2) {
			return List.of();
		}
		if (this.comparison.rows()
			.stream()
			.anyMatch((row) -> row.noise() && verdict(row) != Verdict.NO_DIFFERENCE_SHOWN)) {
			return List.of("%s differs from itself: nothing else of this experiment is to be trusted."
				.formatted(this.comparison.baseline()));
		}
		Map<Optional<String>, List<Row>> workloads = this.comparison.rows()
			.stream()
			.filter((row) -> row.comparison() != null)
			.collect(Collectors.groupingBy((row) -> Optional.ofNullable(row.workload()), LinkedHashMap::new,
					Collectors.toList()));
		List<String> sentences = new ArrayList<>();
		List<String> nothing = new ArrayList<>();
		workloads.forEach((workload, rows) -> {
			if (workload.isPresent() && rows.stream().allMatch(Verdicts::same)) {
				boolean held = Stream
					.concat(rows.stream().map(Row::variant), baseline(rows.getFirst()).map(Row::variant))
					.anyMatch(this.limited::containsKey);
				nothing.add(workload.get() + (held ? " (with load generator saturated runs)" : ""));
			}
			else {
				sentences.add(workload.map((name) -> name + ": against ").orElse("Against ") + sentence(rows));
			}
		});
		if (!nothing.isEmpty()) {
			sentences.add("No difference from %s is shown in %s.".formatted(this.comparison.baseline(),
					Outcome.listed(nothing)));
		}
		return sentences;
	}

	private String sentence(List<Row> rows) {
		String baseline = this.comparison.baseline()
				+ baseline(rows.getFirst()).findFirst().map(this::limited).orElse("");
		Map<String, List<Row>> variants = rows.stream()
			.filter((row) -> !row.noise())
			.collect(Collectors.groupingBy(this::variant, LinkedHashMap::new, Collectors.toList()));
		List<String> parts = new ArrayList<>();
		List<String> same = new ArrayList<>();
		List<String> missing = new ArrayList<>();
		variants.forEach((variant, metrics) -> {
			String better = shown(metrics, Verdict.BETTER);
			String worse = shown(metrics, Verdict.WORSE);
			if (metrics.stream().allMatch((row) -> row.comparison() == null || row.comparison().rounds() == 0)) {
				missing.add(variant);
			}
			else if (better.isEmpty() && worse.isEmpty()) {
				same.add(variant);
			}
			else {
				parts.add(variant + " is" + better + ((better.isEmpty() || worse.isEmpty()) ? "" : " and") + worse);
			}
		});
		if (!same.isEmpty()) {
			parts.add("no difference is shown of " + Outcome.listed(same));
		}
		if (!missing.isEmpty()) {
			parts.add("not measured is " + Outcome.listed(missing));
		}
		return parts.isEmpty() ? baseline + " nothing was compared." : baseline + ", " + String.join("; ", parts) + ".";
	}

	/**
	 * Such as {@code  better (p99 −31 %)}: of several figures rate, answered calls and
	 * p99, which people ask for first; the table has all of them.
	 */
	private String shown(List<Row> rows, Verdict verdict) {
		List<Row> shown = rows.stream().filter((row) -> verdict(row) == verdict).toList();
		if (shown.isEmpty()) {
			return "";
		}
		List<Row> first = shown.stream().filter((row) -> FIRST.contains(row.metric())).toList();
		return " " + ((verdict == Verdict.BETTER) ? "better" : "worse")
				+ (first.isEmpty() ? shown.subList(0, 1) : first).stream()
					.map(this::figure)
					.collect(Collectors.joining(", ", " (", ")"));
	}

	private String figure(Row row) {
		if (row.comparison() != null && row.comparison().isNone()) {
			return ComparisonWords.none(row.comparison(), this.comparison.rounds());
		}
		MedianInterval here = row.median();
		MedianInterval there = (row.metric() == Metric.ANSWERED)
				? baseline(row).filter((other) -> other.metric() == row.metric())
					.flatMap((other) -> Stream.ofNullable(other.median()))
					.findFirst()
					.orElse(null)
				: null;
		return (here != null && there != null) ? "%s of calls answered against %s".formatted(
				Figures.share(here.median()), Figures.share(there.median())) : row.metric().title() + change(row);
	}

	/**
	 * The rows of what a variant is compared with.
	 */
	private Stream<Row> baseline(Row row) {
		return this.comparison.rows()
			.stream()
			.filter((other) -> other.comparison() == null && Objects.equals(other.workload(), row.workload()));
	}

	private static String change(Row row) {
		if (row.comparison() == null) {
			return "";
		}
		double ratio = row.comparison().ratio();
		return " " + ((ratio < GREAT) ? ComparisonWords.change(ratio) : String.format(Locale.ROOT, "× %.1f", ratio));
	}

	private static boolean same(Row row) {
		return row.comparison() != null && row.comparison().rounds() != 0
				&& row.comparison().verdict() == Verdict.NO_DIFFERENCE_SHOWN;
	}

	private static Verdict verdict(Row row) {
		return (row.comparison() != null) ? row.comparison().verdict() : Verdict.NO_DIFFERENCE_SHOWN;
	}

	private String variant(Row row) {
		return ((row.workload() != null) ? row.variant().replace(" · " + row.workload(), "") : row.variant())
				+ limited(row);
	}

	private String limited(Row row) {
		String said = this.limited.get(row.variant());
		return (said != null) ? " (" + said + ")" : "";
	}

}
