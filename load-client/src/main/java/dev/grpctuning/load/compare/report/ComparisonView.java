package dev.grpctuning.load.compare.report;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.words.ComparisonWords;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.text.Table.Cell;

/** Result of the rounds: a table of all metrics, and how to read it. */
record ComparisonView(ComparisonDocument comparison, Map<String, String> saturated, String ratios, String control) {

	/**
	 * Describes the result of several rounds.
	 * @param planned number of planned rounds if not all were run, otherwise
	 * {@code null}. Stopping when a difference shows makes wrong verdicts more frequent
	 */
	static ComparisonView of(ComparisonDocument comparison, Map<String, String> saturated, @Nullable Integer planned,
			ExperimentDocument.@Nullable Budget budget) {
		boolean workloads = comparison.rows().stream().anyMatch((row) -> row.workload() != null);
		return new ComparisonView(comparison, saturated,
				Templates.text("ratios",
						new Ratios(workloads, comparison.rounds(), planned, Math.max(5, 2 * comparison.rounds()),
								ComparisonDocument.TooFewRounds.of(comparison.rows()
									.stream()
									.filter((row) -> !row.exploratory())
									.flatMap((row) -> Stream.ofNullable(row.comparison()))),
								comparison.primary(), (budget != null) ? Decided.of(comparison, budget) : null)),
				control(comparison));
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
		return new Table<Row>().text("variant", this::named)
			.text("metric", (row) -> row.metric().title() + ((row.metric() == this.comparison.primary()) ? " *" : ""))
			.number(ComparisonWords.interval("median", fewest, this.comparison.rounds()),
					(row) -> ComparisonWords.median(row.metric(), row.median()))
			.number("ratio", (row) -> ComparisonWords.ratio(row.comparison()))
			.text("against the baseline", this::verdict)
			.number("minimum detectable effect", (row) -> ComparisonWords.smallest(row.comparison()));
	}

	private String named(Row row) {
		return row.plain().equals(this.comparison.baseline()) ? row.variant() + " (baseline)" : row.variant();
	}

	private Cell verdict(Row row) {
		String remark = this.saturated.get(row.variant());
		Comparison against = row.comparison();
		if (against == null) {
			return Cell.styled((remark != null) ? remark : "-", null);
		}
		return Cell.styled(
				(row.exploratory() ? "exploratory: " : "")
						+ ComparisonWords.verdict(against, this.comparison.rounds(), remark),
				"verdict " + (against.verdict().differs() ? Templates.kebab(against.verdict()) : "none"));
	}

	/** Noise is the spread of single rounds; the mean's difference shrinks with them. */
	private static String control(ComparisonDocument comparison) {
		List<Row> control = comparison.rows().stream().filter(Row::control).toList();
		List<Differing> shown = control.stream()
			.filter((row) -> row.differs() && !row.exploratory())
			.map((row) -> new Differing(row.metric(), row.workload()))
			.distinct()
			.sorted(Comparator.comparing((row) -> row.metric().title() + row.workload()))
			.toList();
		boolean measured = control.stream()
			.anyMatch((row) -> row.comparison() != null && row.comparison().minimumDetectableEffect() != null);
		return Templates.line("control",
				new Control(measured || !shown.isEmpty(),
						Shares.of(comparison, (row) -> (row.comparison() != null) ? row.comparison().spread() : null),
						Shares.of(comparison, Row::apart), shown));
	}

	private record Ratios(boolean workloads, int rounds, @Nullable Integer planned, int more,
			ComparisonDocument.@Nullable TooFewRounds tooFew, @Nullable Metric primary, @Nullable Decided decided) {
	}

	/** How far an experiment with a budget got. */
	private record Decided(int rounds, String budget, boolean timeUp, List<String> open, @Nullable String least,
			@Nullable String most) {

		private static Decided of(ComparisonDocument comparison, ExperimentDocument.Budget budget) {
			Set<String> controls = comparison.controls();
			List<Double> looks = budget.looks();
			List<Row> open = comparison.rows()
				.stream()
				.filter((row) -> row.metric() == comparison.primary() && !controls.contains(row.variant()))
				.filter((row) -> row.comparison() != null && row.verdict() == Verdict.NO_DIFFERENCE_SHOWN)
				.sorted(Comparator.comparingDouble(Decided::effect))
				.toList();
			List<String> effects = open.stream()
				.map((row) -> ComparisonWords.smallest(row.comparison()))
				.filter((effect) -> effect.endsWith("%"))
				.toList();
			String least = effects.isEmpty() ? null : effects.getFirst();
			String most = effects.isEmpty() ? null : effects.getLast();
			return new Decided(looks.size(), Figures.number(budget.seconds()), !looks.isEmpty() && looks.getLast() >= 1,
					open.stream().map(Row::variant).toList(), least, Objects.equals(least, most) ? null : most);
		}

		private static double effect(Row row) {
			Double effect = Objects.requireNonNull(row.comparison()).minimumDetectableEffect();
			return (effect != null) ? effect : Double.MAX_VALUE;
		}

	}

	private record Control(boolean measured, @Nullable Shares spread, @Nullable Shares apart, List<Differing> shown) {
	}

	private record Differing(Metric metric, @Nullable String workload) {
	}

	/** By how much two runs of the baseline differ, in several workloads at most. */
	record Shares(boolean workloads, List<Share> shares) {

		/** The shares of each metric; {@code null} without a control. */
		static @Nullable Shares of(ComparisonDocument comparison, Function<Row, @Nullable Double> figure) {
			Map<Metric, Double> most = new EnumMap<>(Metric.class);
			for (Row row : comparison.rows()) {
				Double value = row.control() ? figure.apply(row) : null;
				if (value != null) {
					most.merge(row.metric(), value, Math::max);
				}
			}
			boolean workloads = comparison.rows().stream().anyMatch((row) -> row.workload() != null);
			return most.isEmpty() ? null
					: new Shares(workloads,
							most.entrySet()
								.stream()
								.map((entry) -> new Share(entry.getKey(),
										String.format(Locale.ROOT, "%.1f %%", entry.getValue() * 100)))
								.toList());
		}

	}

	record Share(Metric metric, String share) {
	}

}
