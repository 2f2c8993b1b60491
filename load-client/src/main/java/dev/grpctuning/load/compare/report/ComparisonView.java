package dev.grpctuning.load.compare.report;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ComparisonDocument.TooFewRounds;
import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.text.Table.Cell;

/** Result of several rounds: a table of all metrics, and how to read it. */
record ComparisonView(ExperimentDocument experiment, ComparisonDocument comparison) {

	/** {@code null} if there was a single round. */
	static @Nullable ComparisonView of(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		return (comparison != null && comparison.rounds() > 1) ? new ComparisonView(experiment, comparison) : null;
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
			.filter((row) -> row.median() != null)
			.flatMap((row) -> Stream.ofNullable(row.comparison()))
			.mapToInt(Comparison::rounds)
			.min()
			.orElse(0);
		return new Table<Row>()
			.text("variant",
					(row) -> row.variant() + (row.plain().equals(this.comparison.baseline()) ? " (baseline)" : ""))
			.text("metric", (row) -> row.metric().title() + ((row.metric() == this.comparison.primary()) ? " *" : ""))
			.number(ComparisonWords.interval("median", fewest, this.comparison.rounds()),
					(row) -> ComparisonWords.median(row.metric(), row.median()))
			.number("ratio", (row) -> ComparisonWords.ratio(row.comparison()))
			.text("against the baseline", this::verdict)
			.number("minimum detectable effect", (row) -> ComparisonWords.smallest(row.comparison()));
	}

	private Cell verdict(Row row) {
		String saturated = this.experiment.variants()
			.stream()
			.filter((variant) -> variant.name().equals(row.variant()))
			.flatMap((variant) -> Stream.ofNullable(variant.saturated()))
			.findFirst()
			.orElse(null);
		Comparison against = row.comparison();
		if (against == null) {
			return Cell.styled(Objects.requireNonNullElse(saturated, "-"), null);
		}
		return Cell.styled(
				(row.exploratory() ? "exploratory: " : "")
						+ ComparisonWords.verdict(against, this.comparison.rounds(), saturated),
				"verdict " + (row.differs() ? Templates.kebab(row.verdict()) : "none"));
	}

	/** How to read the table, and of an experiment with a budget how far it got. */
	String ratios() {
		Integer planned = (this.experiment.lastRound() != null) ? this.experiment.design().rounds() : null;
		boolean workloads = this.comparison.rows().stream().anyMatch((row) -> row.workload() != null);
		return Templates.line("ratios", new Ratios(workloads, this.comparison.rounds(), planned,
				Math.max(5, 2 * this.comparison.rounds()),
				TooFewRounds.of(this.comparison.rows()
					.stream()
					.filter((row) -> !row.exploratory())
					.flatMap((row) -> Stream.ofNullable(row.comparison()))),
				this.comparison.primary(),
				(this.experiment.design().budget() != null) ? decided(this.experiment.design().budget()) : null));
	}

	private Decided decided(ExperimentDocument.Budget budget) {
		List<Row> open = this.comparison.rows()
			.stream()
			.filter((row) -> row.metric() == this.comparison.primary() && !row.control())
			.filter((row) -> row.comparison() != null && row.verdict() == Verdict.NO_DIFFERENCE_SHOWN)
			.sorted(Comparator.comparing((row) -> Objects.requireNonNull(row.comparison()).minimumDetectableEffect(),
					Comparator.nullsLast(Comparator.naturalOrder())))
			.toList();
		List<String> effects = open.stream()
			.map((row) -> ComparisonWords.smallest(row.comparison()))
			.filter((effect) -> effect.endsWith("%"))
			.distinct()
			.toList();
		List<Double> looks = budget.looks();
		return new Decided(looks.size(), Figures.number(budget.seconds()), !looks.isEmpty() && looks.getLast() >= 1,
				open.stream().map(Row::variant).toList(), effects.isEmpty() ? null : effects.getFirst(),
				(effects.size() > 1) ? effects.getLast() : null);
	}

	/** Noise is the spread of single rounds; the mean's difference shrinks with them. */
	String control() {
		List<Row> control = this.comparison.rows().stream().filter(Row::control).toList();
		List<String> differing = control.stream()
			.filter((row) -> row.differs() && !row.exploratory())
			.map((row) -> row.metric().title() + ((row.workload() != null) ? " of " + row.workload() : ""))
			.distinct()
			.sorted()
			.toList();
		boolean measured = !differing.isEmpty() || control.stream()
			.anyMatch((row) -> row.comparison() != null && row.comparison().minimumDetectableEffect() != null);
		return Templates.line("control",
				new Control(measured,
						noise(this.comparison, (row) -> (row.comparison() != null) ? row.comparison().spread() : null),
						noise(this.comparison, Row::apart), differing));
	}

	/**
	 * By how much two runs of the baseline differ in each metric, in several workloads at
	 * most; {@code null} without a control.
	 */
	static @Nullable String noise(ComparisonDocument comparison, Function<Row, @Nullable Double> figure) {
		String shares = comparison.rows()
			.stream()
			.filter((row) -> row.control() && figure.apply(row) != null)
			.collect(Collectors.groupingBy(Row::metric, () -> new EnumMap<>(Metric.class),
					Collectors.summarizingDouble((row) -> Objects.requireNonNull(figure.apply(row)))))
			.entrySet()
			.stream()
			.map((metric) -> String.format(Locale.ROOT, "%.1f %% (%s)", metric.getValue().getMax() * 100,
					metric.getKey().title()))
			.collect(Collectors.joining(", "));
		return shares.isEmpty() ? null
				: (comparison.rows().stream().anyMatch((row) -> row.workload() != null) ? "up to " : "") + shares;
	}

	private record Ratios(boolean workloads, int rounds, @Nullable Integer planned, int more,
			@Nullable TooFewRounds tooFew, Metric primary, @Nullable Decided budget) {
	}

	private record Decided(int looks, String seconds, boolean timeUp, List<String> open, @Nullable String least,
			@Nullable String most) {
	}

	private record Control(boolean measured, @Nullable String spread, @Nullable String apart, List<String> differing) {
	}

}
