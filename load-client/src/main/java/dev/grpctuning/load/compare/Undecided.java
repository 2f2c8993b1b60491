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

	/** A variant without any figures by then will probably never have some. */
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
		Set<String> open = this.comparison.rows()
			.stream()
			.filter((row) -> isOpen(row) && !row.control())
			.map(Row::variant)
			.collect(Collectors.toSet());
		return variants.stream()
			.filter((variant) -> open.contains(variant.title())
					|| ((variant.name().equals(this.comparison.baseline()) || controls.contains(variant.title()))
							&& variants.stream()
								.filter((other) -> Objects.equals(other.workload(), variant.workload()))
								.anyMatch((other) -> open.contains(other.title()))))
			.toList();
	}

	private boolean isOpen(Row row) {
		Comparison comparison = row.comparison();
		return row.metric() == this.comparison.primary() && comparison != null && comparison.rounds() != 0
				&& comparison.verdict() == Verdict.NO_DIFFERENCE_SHOWN;
	}

}
