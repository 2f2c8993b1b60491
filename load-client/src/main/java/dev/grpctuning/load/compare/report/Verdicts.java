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

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.text.Templates;

/**
 * What the rounds of an experiment have shown, a sentence for each workload.
 */
record Verdicts(String baseline, boolean untrusted, List<Shown> workloads, @Nullable String nothing) {

	/** A sentence per element; none for a single round. */
	static List<String> of(ComparisonDocument comparison, Map<String, String> limited) {
		if (comparison.rounds() < 2) {
			return List.of();
		}
		boolean untrusted = comparison.rows()
			.stream()
			.anyMatch((row) -> row.noise() && row.verdict() != Verdict.NO_DIFFERENCE_SHOWN);
		List<Shown> shown = new ArrayList<>();
		List<String> nothing = new ArrayList<>();
		workloads(comparison).values().forEach((rows) -> {
			String workload = rows.getFirst().workload();
			if (workload == null || !rows.stream().allMatch(Verdicts::isSame)) {
				shown.add(Shown.of(comparison, rows, limited));
				return;
			}
			boolean held = Stream.concat(rows.stream(), baseline(comparison, rows.getFirst()))
				.anyMatch((row) -> limited.containsKey(row.variant()));
			nothing.add(workload + (held ? " (with load generator saturated runs)" : ""));
		});
		return Templates
			.text("verdicts",
					new Verdicts(comparison.baseline(), untrusted, untrusted ? List.of() : shown,
							(untrusted || nothing.isEmpty()) ? null : ComparisonWords.listed(nothing)))
			.lines()
			.toList();
	}

	private static Map<Optional<String>, List<Row>> workloads(ComparisonDocument comparison) {
		return comparison.rows()
			.stream()
			.filter((row) -> row.comparison() != null)
			.collect(Collectors.groupingBy((row) -> Optional.ofNullable(row.workload()), LinkedHashMap::new,
					Collectors.toList()));
	}

	private static boolean isSame(Row row) {
		return isMeasured(row) && row.verdict() == Verdict.NO_DIFFERENCE_SHOWN;
	}

	private static boolean isMeasured(Row row) {
		return row.comparison() != null && row.comparison().rounds() != 0;
	}

	private static Stream<Row> baseline(ComparisonDocument comparison, Row row) {
		return comparison.rows()
			.stream()
			.filter((other) -> other.comparison() == null && Objects.equals(other.workload(), row.workload()));
	}

	private static String label(Row row, Map<String, String> limited) {
		String said = limited.get(row.variant());
		return row.plain() + ((said != null) ? " (" + said + ")" : "");
	}

	private record Shown(@Nullable String workload, String baseline, List<Part> parts) {

		private static Shown of(ComparisonDocument comparison, List<Row> rows, Map<String, String> limited) {
			List<Part> parts = new ArrayList<>();
			List<String> same = new ArrayList<>();
			List<String> missing = new ArrayList<>();
			rows.stream()
				.filter((row) -> !row.noise())
				.collect(Collectors.groupingBy((row) -> label(row, limited), LinkedHashMap::new, Collectors.toList()))
				.forEach((label, metrics) -> {
					String better = figures(comparison, metrics, Verdict.BETTER);
					String worse = figures(comparison, metrics, Verdict.WORSE);
					if (!better.isEmpty() || !worse.isEmpty()) {
						parts.add(new Part(label, better, worse, !better.isEmpty() && !worse.isEmpty(), null, null));
					}
					else {
						(metrics.stream().anyMatch(Verdicts::isMeasured) ? same : missing).add(label);
					}
				});
			if (!same.isEmpty()) {
				parts.add(new Part(null, "", "", false, ComparisonWords.listed(same), null));
			}
			if (!missing.isEmpty()) {
				parts.add(new Part(null, "", "", false, null, ComparisonWords.listed(missing)));
			}
			Row first = rows.getFirst();
			return new Shown(first.workload(),
					Verdicts.baseline(comparison, first)
						.findFirst()
						.map((row) -> label(row, limited))
						.orElse(comparison.baseline()),
					parts);
		}

		private static String figures(ComparisonDocument comparison, List<Row> rows, Verdict verdict) {
			List<Row> shown = rows.stream().filter((row) -> row.verdict() == verdict).toList();
			List<Row> first = shown.stream().filter((row) -> Part.FIRST.contains(row.metric())).toList();
			return (first.isEmpty() ? shown.stream().limit(1) : first.stream())
				.map((row) -> Part.figure(comparison, row))
				.collect(Collectors.joining(", "));
		}

	}

	/** A variant that differs, or all that do not, or all that were not measured. */
	private record Part(@Nullable String name, String better, String worse, boolean both, @Nullable String same,
			@Nullable String missing) {

		/** Of several figures those for which people ask first; the table has all. */
		private static final Set<Metric> FIRST = EnumSet.of(Metric.THROUGHPUT, Metric.ANSWERED, Metric.P99);

		/** From here on people think in factors. */
		private static final double GREAT = 2;

		private static String figure(ComparisonDocument comparison, Row row) {
			if (row.comparison() == null) {
				return row.metric().title();
			}
			if (row.comparison().isNone()) {
				return ComparisonWords.none(row.comparison(), comparison.rounds());
			}
			MedianInterval here = row.median();
			MedianInterval there = baseline(comparison, row).filter((other) -> other.metric() == row.metric())
				.flatMap((other) -> Stream.ofNullable(other.median()))
				.findFirst()
				.orElse(null);
			if (row.metric() == Metric.ANSWERED && here != null && there != null) {
				return "%s of calls answered against %s".formatted(Figures.share(here.median()),
						Figures.share(there.median()));
			}
			double ratio = row.comparison().ratio();
			return row.metric().title() + " "
					+ ((ratio < GREAT) ? ComparisonWords.change(ratio) : String.format(Locale.ROOT, "× %.1f", ratio));
		}

	}

}
