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
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.template.Templates;

/** What the rounds of an experiment have shown, a sentence for each workload. */
record Verdicts(String baseline, boolean untrusted, List<Shown> workloads, List<Same> nothing) {

	/** A sentence per element; none for a single round. */
	static List<String> of(ComparisonDocument comparison, Map<String, String> saturated) {
		if (comparison.rounds() < 2) {
			return List.of();
		}
		boolean untrusted = comparison.rows()
			.stream()
			.anyMatch((row) -> row.control() && row.differs() && !row.exploratory());
		List<Shown> shown = new ArrayList<>();
		List<Same> nothing = new ArrayList<>();
		workloads(comparison).values().forEach((rows) -> {
			String workload = rows.getFirst().workload();
			if (workload == null || !rows.stream().allMatch(Verdicts::isSame)) {
				shown.add(Shown.of(comparison, rows, saturated));
				return;
			}
			nothing.add(new Same(workload, Stream.concat(rows.stream(), baseline(comparison, rows.getFirst()))
				.anyMatch((row) -> saturated.containsKey(row.variant()))));
		});
		return Templates.text("verdicts", new Verdicts(comparison.baseline(), untrusted, shown, nothing))
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
		return isMeasured(row) && (!row.differs() || isAside(row));
	}

	/** Exploratory figures are in the table alone, but for calls that nobody answered. */
	private static boolean isAside(Row row) {
		return row.exploratory() && row.metric() != Metric.ANSWERED;
	}

	private static boolean isMeasured(Row row) {
		return row.comparison() != null && row.comparison().rounds() != 0;
	}

	private static Stream<Row> baseline(ComparisonDocument comparison, Row row) {
		return comparison.rows()
			.stream()
			.filter((other) -> other.plain().equals(comparison.baseline())
					&& Objects.equals(other.workload(), row.workload()));
	}

	/** A workload in which no difference is shown. */
	private record Same(String workload, boolean saturated) {
	}

	private record Shown(@Nullable String workload, Named baseline, List<Part> parts) {

		private static Shown of(ComparisonDocument comparison, List<Row> rows, Map<String, String> saturated) {
			List<Part> parts = new ArrayList<>();
			List<Named> same = new ArrayList<>();
			List<Named> open = new ArrayList<>();
			List<Named> missing = new ArrayList<>();
			rows.stream()
				.filter((row) -> !row.control())
				.collect(Collectors.groupingBy((row) -> Named.of(row, saturated), LinkedHashMap::new,
						Collectors.toList()))
				.forEach((name, metrics) -> {
					List<Difference> differences = Difference.of(comparison,
							metrics.stream().filter((row) -> !isAside(row)).toList());
					if (!differences.isEmpty()) {
						parts.add(new Part(List.of(name), true, false, differences));
					}
					else if (metrics.stream().noneMatch(Verdicts::isMeasured)) {
						missing.add(name);
					}
					else {
						boolean equal = metrics.stream()
							.filter((row) -> !row.exploratory())
							.allMatch((row) -> row.verdict() == Verdict.SAME);
						(equal ? same : open).add(name);
					}
				});
			parts.add(new Part(same, true, true, List.of()));
			parts.add(new Part(open, true, false, List.of()));
			parts.add(new Part(missing, false, false, List.of()));
			parts.removeIf((part) -> part.names().isEmpty());
			Row first = rows.getFirst();
			return new Shown(first.workload(),
					Verdicts.baseline(comparison, first)
						.findFirst()
						.map((row) -> Named.of(row, saturated))
						.orElse(new Named(comparison.baseline(), null)),
					parts);
		}

	}

	private record Named(String name, @Nullable String remark) {

		private static Named of(Row row, Map<String, String> saturated) {
			return new Named(row.plain(), saturated.get(row.variant()));
		}

	}

	/**
	 * A variant that differs, or all that are the same, or all of which it is not shown,
	 * or all that were not measured.
	 */
	private record Part(List<Named> names, boolean measured, boolean same, List<Difference> differences) {
	}

	private record Difference(Verdict verdict, List<Change> figures) {

		/** Of several figures those for which people ask first; the table has all. */
		private static final Set<Metric> FIRST = EnumSet.of(Metric.THROUGHPUT, Metric.ANSWERED, Metric.GOODPUT,
				Metric.RECOVERY, Metric.P99);

		private static List<Difference> of(ComparisonDocument comparison, List<Row> rows) {
			return Stream.of(Verdict.BETTER, Verdict.WORSE).map((verdict) -> {
				List<Row> shown = rows.stream().filter((row) -> row.verdict() == verdict).toList();
				List<Row> first = shown.stream().filter((row) -> FIRST.contains(row.metric())).toList();
				return new Difference(verdict,
						(first.isEmpty() ? shown.stream().limit(1) : first.stream())
							.flatMap((row) -> Stream.ofNullable(row.comparison())
								.map((against) -> Change.of(comparison, row, against)))
							.toList());
			}).filter((difference) -> !difference.figures().isEmpty()).toList();
		}

	}

	/** A change of a metric; {@code none} are the rounds without an answered call. */
	private record Change(Metric metric, boolean exploratory, @Nullable Integer none, int rounds,
			@Nullable Answered answered, @Nullable String change) {

		/** From here on people think in factors. */
		private static final double GREAT = 2;

		private static Change of(ComparisonDocument comparison, Row row, Comparison against) {
			if (against.isNone()) {
				return new Change(row.metric(), row.exploratory(), against.rounds(), comparison.rounds(), null, null);
			}
			MedianInterval here = row.median();
			MedianInterval there = baseline(comparison, row).filter((other) -> other.metric() == row.metric())
				.flatMap((other) -> Stream.ofNullable(other.median()))
				.findFirst()
				.orElse(null);
			if (row.metric() == Metric.ANSWERED && here != null && there != null) {
				return new Change(row.metric(), row.exploratory(), null, 0,
						new Answered(Figures.share(here.median()), Figures.share(there.median())), null);
			}
			double ratio = against.ratio();
			return new Change(row.metric(), row.exploratory(), null, 0, null,
					(ratio < GREAT) ? ComparisonWords.change(ratio) : String.format(Locale.ROOT, "× %.1f", ratio));
		}

	}

	private record Answered(String here, String there) {
	}

}
