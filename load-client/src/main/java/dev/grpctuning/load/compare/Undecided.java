package dev.grpctuning.load.compare;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Verdict;

/** The variants that need further rounds. */
record Undecided(ComparisonDocument comparison) {

	/** A variant without any figures by then will hardly get some. */
	private static final int ENOUGH_ROUNDS = 2;

	/**
	 * Returns those of several variants that are not decided, with the baseline of each
	 * workload that has some, and its A/A control.
	 */
	List<Variant> of(List<Variant> variants) {
		if (this.comparison.rounds() < ENOUGH_ROUNDS) {
			return variants;
		}
		Set<String> controls = this.comparison.controls();
		Set<String> decided = this.comparison.rows()
			.stream()
			.filter((row) -> isDecided(row, controls))
			.map(Row::variant)
			.collect(Collectors.toSet());
		return variants.stream()
			.filter((variant) -> !decided.contains(variant.title()))
			.filter((variant) -> variants.stream()
				.filter((other) -> Objects.equals(other.workload(), variant.workload()))
				.anyMatch((other) -> !other.name().equals(this.comparison.baseline())
						&& !controls.contains(other.title()) && !decided.contains(other.title())))
			.toList();
	}

	private boolean isDecided(Row row, Set<String> controls) {
		Comparison comparison = row.comparison();
		if (comparison == null || controls.contains(row.variant())) {
			return false;
		}
		boolean missing = row.metric() == this.comparison.primary() && comparison.rounds() == 0;
		return missing || (!row.exploratory() && row.verdict() != Verdict.NO_DIFFERENCE_SHOWN);
	}

}
