package dev.grpctuning.load.ab;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.Gate;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.slices.Interval;

/**
 * Whether the second of two builds is worse than the first.
 *
 * @param ended how the second ended if the first completed and it did not
 * @param units what has a value for each build, such as rounds
 * @param losses workloads in which the second is worse by the gate or more
 * @param figures what the primary metric shows in each workload
 */
record AbAnswer(String gate, @Nullable Ended ended, String units, List<Figure> losses, List<Figure> figures) {

	static AbAnswer of(ExperimentDocument document, Gate gate) {
		ComparisonDocument comparison = document.comparison();
		List<Row> rows = (comparison != null) ? comparison.rows() : List.of();
		int rounds = (comparison != null) ? comparison.rounds() : 0;
		return new AbAnswer(gate.text(), ended(document), document.unit().many(),
				rows.stream()
					.filter((row) -> comparison != null
							&& (row.metric() == comparison.primary() || row.metric() == Metric.ANSWERED))
					.filter((row) -> !row.control() && row.comparison() != null
							&& gate.isPassedBy(row.comparison(), row.metric().better()))
					.flatMap((row) -> Figure.of(row, rounds, gate))
					.toList(),
				rows.stream()
					.filter((row) -> comparison != null && row.metric() == comparison.primary() && !row.control())
					.flatMap((row) -> Figure.of(row, rounds, gate))
					.toList());
	}

	private static @Nullable Ended ended(ExperimentDocument document) {
		boolean completed = ends(document, ExperimentFactory.OLD).allMatch((ended) -> ended == Ended.COMPLETED);
		return completed ? ends(document, ExperimentFactory.NEW)
			.filter((ended) -> ended != Ended.COMPLETED && ended != Ended.INTERRUPTED)
			.findFirst()
			.orElse(null) : null;
	}

	private static Stream<Ended> ends(ExperimentDocument document, String build) {
		return document.variants()
			.stream()
			.filter((variant) -> variant.plain().equals(build))
			.map(ExperimentDocument.Variant::ended);
	}

	boolean regression() {
		return this.ended != null || !this.losses.isEmpty();
	}

	boolean compared() {
		return !this.figures.isEmpty();
	}

	String text() {
		return Templates.text("ab", this);
	}

	/**
	 * A figure of the second build against the first.
	 *
	 * @param change {@code null} if the second has nothing of it in {@code none} rounds
	 * @param in number of rounds in which both have it; {@code null} if in all
	 * @param worst the largest loss that the interval leaves open, or {@code null} if it
	 * leaves out a loss of the size of the gate
	 */
	record Figure(Metric metric, @Nullable String workload, Verdict verdict, @Nullable String change, int none,
			@Nullable String in, @Nullable String worst) {

		private static Stream<Figure> of(Row row, int rounds, Gate gate) {
			Comparison comparison = row.comparison();
			return (comparison == null || (comparison.interval() == null && !comparison.isNone())) ? Stream.empty()
					: Stream.of(new Figure(row.metric(), row.workload(), comparison.verdict(),
							comparison.isNone() ? null : ComparisonWords.change(comparison), comparison.rounds(),
							(comparison.rounds() != rounds) ? "%d of %d".formatted(comparison.rounds(), rounds) : null,
							worst(comparison.interval(), row.metric().better(), gate)));
		}

		private static @Nullable String worst(@Nullable Interval interval, Better better, Gate gate) {
			if (interval == null) {
				return null;
			}
			double loss = (better == Better.HIGHER) ? 1 - interval.low() : interval.high() - 1;
			return (loss >= gate.share()) ? String.format(Locale.ROOT, "%.0f %%", Math.min(loss, 10) * 100) : null;
		}

	}

}
