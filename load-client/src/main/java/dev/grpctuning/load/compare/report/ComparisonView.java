package dev.grpctuning.load.compare.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.result.Slices;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Risk;
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

	Table.Rows<Row> table() {
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
			.number("minimum detectable effect", (row) -> ComparisonWords.smallest(row.comparison()))
			.of(this.comparison.rows());
	}

	private Cell verdict(Row row) {
		Optional<Variant> variant = this.experiment.variants()
			.stream()
			.filter((each) -> each.name().equals(row.variant()))
			.findFirst();
		String saturated = variant.map(Variant::saturated).orElse(null);
		Comparison against = row.comparison();
		if (against == null) {
			return Cell.styled(Objects.requireNonNullElse(saturated, "-"), null);
		}
		return Cell.styled(
				(row.exploratory() ? "exploratory: " : "")
						+ ComparisonWords.verdict(against, variant.map(this::units).orElse(this.comparison.rounds()),
								variant.map(Variant::unit).orElse(this.experiment.unit()), saturated),
				"verdict " + (row.differs() ? Templates.kebab(row.verdict()) : "none"));
	}

	/** Most units of the variants of a workload that are compared as this one is. */
	private int units(Variant variant) {
		return this.experiment.variants()
			.stream()
			.filter((each) -> Objects.equals(each.workload(), variant.workload()))
			.filter((each) -> (each.slices() != null) == (variant.slices() != null))
			.mapToInt(Variant::units)
			.max()
			.orElse(0);
	}

	/** Such as {@code 92 batches of 1 s or more (slices of 50 ms in random order)}. */
	String over() {
		Slices slices = this.experiment.slices();
		if (slices == null) {
			return "%s %s in random order".formatted(Figures.count(this.comparison.rounds()),
					this.experiment.unit().many());
		}
		String units = Figures.count(this.experiment.variants()
			.stream()
			.filter((variant) -> variant.slices() != null)
			.mapToInt(Variant::units)
			.max()
			.orElse(0)) + " " + this.experiment.unit().many();
		String length = (slices.batchSeconds() != null)
				? " of %s s or more".formatted(Figures.number(slices.batchSeconds())) : "";
		return "%s%s (slices of %s ms in random order)".formatted(units, length, Figures.number(slices.millis()))
				+ whole().stream()
					.findFirst()
					.map((variant) -> "; those of %s over %s rounds of whole runs".formatted(
							whole().stream().map(Variant::name).collect(Collectors.joining(", ")),
							Figures.count(units(variant))))
					.orElse("");
	}

	/** Variants that could not take turns in slices, although others could. */
	private List<Variant> whole() {
		return this.experiment.variants()
			.stream()
			.filter((variant) -> this.experiment.slices() != null && variant.slices() == null && variant.units() > 1)
			.toList();
	}

	/** Chance of a wrong verdict, in per cent. */
	String error() {
		Risk.Unit unit = whole().isEmpty() ? this.experiment.unit() : Risk.Unit.ROUND;
		return Figures.number(unit.familyError() * 100);
	}

	/** Rounds that were planned, if not all of them ran. */
	@Nullable Integer planned() {
		return (this.experiment.lastRound() != null) ? this.experiment.design().rounds() : null;
	}

	/** Variants that an experiment with a budget did not decide, and what they hide. */
	String undecided() {
		return this.comparison.rows()
			.stream()
			.filter((row) -> this.experiment.design().budget() != null && row.metric() == this.comparison.primary())
			.filter((row) -> row.comparison() != null && row.verdict() == Verdict.NO_DIFFERENCE_SHOWN)
			.filter((row) -> !row.control())
			.map((row) -> "%s (%s)".formatted(row.variant(), ComparisonWords.smallest(row.comparison())))
			.collect(Collectors.joining(", "));
	}

	String ratios() {
		return Templates.line("ratios", this);
	}

	/** Noise is the spread of single rounds; the mean's difference shrinks with them. */
	String control() {
		List<Row> control = this.comparison.rows().stream().filter(Row::control).toList();
		String differing = control.stream()
			.filter((row) -> row.differs() && !row.exploratory())
			.map((row) -> row.metric().title())
			.distinct()
			.collect(Collectors.joining(", "));
		String spread = noise(this.comparison, (row) -> (row.comparison() != null) ? row.comparison().spread() : null);
		return Templates.line("control", Map.of("spread", Objects.requireNonNullElse(spread, ""), "unit",
				this.experiment.unit().one(), "apart",
				Objects.requireNonNullElse(noise(this.comparison, Row::apart), ""), "differing", differing, "measured",
				control.stream()
					.anyMatch(
							(row) -> row.comparison() != null && row.comparison().minimumDetectableEffect() != null)));
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

}
