package dev.grpctuning.load.compare.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.result.TooFewRounds;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.text.Table.Cell;
import dev.grpctuning.load.text.Templates;

/**
 * What the rounds of an experiment have shown: a table of all metrics, and what one must
 * know to read it.
 */
record ComparisonView(ComparisonDocument comparison, Map<String, String> limited, String ratios, String noise) {

	/**
	 * Describes what several rounds have shown.
	 * @param planned how many rounds were planned if not all were run, otherwise
	 * {@code null}: who stops when a difference shows is wrong more often
	 */
	static ComparisonView of(ComparisonDocument comparison, Map<String, String> limited, @Nullable Integer planned) {
		boolean workloads = comparison.rows().stream().anyMatch((row) -> row.workload() != null);
		return new ComparisonView(comparison, limited,
				Templates.text("ratios", new Ratios(comparison.baseline(), workloads, comparison.rounds(), planned,
						Math.max(5, 2 * comparison.rounds()),
						TooFewRounds
							.of(comparison.rows().stream().flatMap((row) -> Stream.ofNullable(row.comparison()))))),
				noise(comparison));
	}

	boolean empty() {
		return this.comparison.rows().isEmpty();
	}

	String terminal() {
		return table().terminal(this.comparison.rows());
	}

	String html() {
		return table().html(this.comparison.rows());
	}

	String markdown() {
		return table().markdown(this.comparison.rows());
	}

	private Table<Row> table() {
		int fewest = this.comparison.rows()
			.stream()
			.filter((row) -> row.median() != null && row.comparison() != null)
			.mapToInt((row) -> Objects.requireNonNull(row.comparison()).rounds())
			.min()
			.orElse(0);
		return new Table<Row>().text("variant", Row::variant)
			.text("metric", (row) -> row.metric().title())
			.number("median (" + ComparisonWords.interval(fewest, this.comparison.rounds()) + ")",
					(row) -> ComparisonWords.median(row.metric(), row.median()))
			.number("ratio", (row) -> ComparisonWords.ratio(row.comparison()))
			.text("against " + this.comparison.baseline(), this::verdict)
			.number("minimum detectable effect", (row) -> ComparisonWords.smallest(row.comparison()));
	}

	private Cell verdict(Row row) {
		String saturated = this.limited.get(row.variant());
		Comparison against = row.comparison();
		if (against == null) {
			return new Cell((saturated != null) ? saturated : "-", null, null);
		}
		return new Cell(
				ComparisonWords.verdict(against) + missing(against) + ((saturated != null) ? ", " + saturated : ""),
				switch (against.verdict()) {
					case BETTER -> "good";
					case WORSE -> "bad";
					case NO_DIFFERENCE_SHOWN -> "none";
				}, null);
	}

	private String missing(Comparison against) {
		int rounds = this.comparison.rounds();
		if (against.isNone()) {
			return ": " + ComparisonWords.none(against, rounds);
		}
		return (against.rounds() != 0 && against.rounds() != rounds)
				? " in %d of %d rounds".formatted(against.rounds(), rounds) : "";
	}

	/** Noise is the spread of single rounds; the mean's difference shrinks with them. */
	private static String noise(ComparisonDocument comparison) {
		List<Row> control = comparison.rows().stream().filter(Row::noise).toList();
		Set<String> shown = control.stream()
			.filter((row) -> row.verdict() != Verdict.NO_DIFFERENCE_SHOWN)
			.map((row) -> row.metric().title() + ((row.workload() != null) ? " of " + row.workload() : ""))
			.collect(Collectors.toCollection(TreeSet::new));
		boolean measured = control.stream()
			.anyMatch((row) -> row.comparison() != null && row.comparison().smallestShown() != null);
		return Templates.text("noise",
				new Noise(comparison.baseline(), measured || !shown.isEmpty(),
						figures(comparison, (row) -> (row.comparison() != null) ? row.comparison().spread() : null),
						apart(comparison), String.join(", ", shown)));
	}

	/** Such as {@code 2.1 % (per second), 4.6 % (p99)}; empty without a control. */
	static String apart(ComparisonDocument comparison) {
		return figures(comparison, Row::apart);
	}

	private static String figures(ComparisonDocument comparison, Function<Row, @Nullable Double> figure) {
		Map<Metric, Double> most = new EnumMap<>(Metric.class);
		for (Row row : comparison.rows()) {
			Double value = row.noise() ? figure.apply(row) : null;
			if (value != null) {
				most.merge(row.metric(), value, Math::max);
			}
		}
		boolean workloads = comparison.rows().stream().anyMatch((row) -> row.workload() != null);
		return most.entrySet()
			.stream()
			.map((entry) -> String.format(Locale.ROOT, "%.1f %% (%s)", entry.getValue() * 100, entry.getKey().title()))
			.collect(Collectors.joining(", ", (workloads && !most.isEmpty()) ? "up to " : "", ""));
	}

	private record Ratios(String baseline, boolean workloads, int rounds, @Nullable Integer planned, int more,
			@Nullable TooFewRounds tooFew) {
	}

	private record Noise(String baseline, boolean measured, String spread, String apart, String shown) {
	}

}
