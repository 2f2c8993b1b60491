package dev.grpctuning.load.diff;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.Gate;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;

/**
 * Differences of the second of two results from the first.
 *
 * @param gate smallest regression, as a share
 * @param primary metric that decides both, or {@code null} if all metrics decide
 */
@ResultFile.Kind("diff")
record DiffDocument(Result a, Result b, List<Change> environment, List<Change> settings, List<VariantDiff> variants,
		List<String> onlyInA, List<String> onlyInB, List<String> withoutFiguresInB, double gate,
		@Nullable Metric primary) {

	/** Compares variants of the same name, or the only variant of each result. */
	static DiffDocument of(String fileA, Side a, String fileB, Side b, Gate gate) {
		List<Side.Pair> pairs = Side.Pair.of(a, b);
		if (pairs.isEmpty()) {
			throw new UsageException(
					"diff: they have no variant in common: the first has %s, the second %s; name results of the same experiment."
						.formatted(String.join(", ", a.variants().keySet()), String.join(", ", b.variants().keySet())));
		}
		List<Change> common = new ArrayList<>(pairs.getFirst().settings());
		pairs.forEach((pair) -> common.retainAll(pair.settings()));
		Metric primary = (a.primary() == b.primary()) ? a.primary() : null;
		int comparisons = Math.max(1,
				pairs.stream()
					.flatMap((pair) -> pair.metrics().stream())
					.mapToInt((metric) -> (primary == null || metric == primary) ? 1 : 0)
					.sum());
		List<String> withFigures = pairs.stream()
			.filter((pair) -> pair.b().hasFigures())
			.map(Side.Pair::nameA)
			.toList();
		return new DiffDocument(new Result(fileA, a.name(), a.startedAt()), new Result(fileB, b.name(), b.startedAt()),
				Change.between(a.environment(), b.environment()), List.copyOf(common),
				pairs.stream().map((pair) -> VariantDiff.of(pair, common, primary, comparisons)).toList(),
				without(a, pairs.stream().map(Side.Pair::nameA).toList()),
				without(b, pairs.stream().map(Side.Pair::nameB).toList()),
				without(a, withFigures).stream()
					.filter((name) -> a.variant(name).hasFigures() && !a.variant(name).control())
					.toList(),
				gate.share(), primary);
	}

	private static List<String> without(Side side, List<String> compared) {
		return side.variants().keySet().stream().filter((name) -> !compared.contains(name)).toList();
	}

	List<String> worse() {
		return this.variants.stream()
			.filter((variant) -> variant.worse(new Gate(this.gate)))
			.map(VariantDiff::name)
			.toList();
	}

	/** Whether all figures are those of single runs, of which nothing can be shown. */
	boolean onlySingleRuns() {
		List<VariantDiff.Row> rows = this.variants.stream().flatMap((variant) -> variant.rows().stream()).toList();
		return !rows.isEmpty() && rows.stream().allMatch((row) -> row.comparison().interval() == null);
	}

	/** Whether any of the two is of {@code run}, which does not repeat. */
	boolean anyIsOfRun() {
		return this.variants.stream().anyMatch((variant) -> variant.endedA() == null || variant.endedB() == null);
	}

	/** A line for each variant of the first result of which the second has no figures. */
	List<String> gaps() {
		return this.withoutFiguresInB.stream()
			.map((name) -> "%s %s %s; run it again, or name a first result without it.".formatted(name,
					this.onlyInA.contains(name) ? "is not in" : "has no figures in", this.b.file()))
			.toList();
	}

	record Result(String file, String name, Instant startedAt) {
	}

}
