package dev.grpctuning.load.compare.result;

import java.util.List;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.result.ResultFile;

/**
 * That the rounds of an experiment have shown nothing, because what all else would be
 * compared with was not measured twice.
 */
public final class NotCompared {

	private NotCompared() {
	}

	/**
	 * Says so.
	 */
	public static List<String> of(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		if (comparison == null || comparison.rounds() < 2) {
			return List.of();
		}
		return experiment.variants()
			.stream()
			.filter((variant) -> variant.plainName().equals(comparison.baseline()))
			.filter((baseline) -> comparison.rows().stream().noneMatch((row) -> row.variant().equals(baseline.name())))
			.map((baseline) -> sentence(baseline, comparison.rounds()))
			.toList();
	}

	private static String sentence(Variant baseline, int rounds) {
		long measured = baseline.runs().stream().filter((run) -> Metric.THROUGHPUT.of(run) > 0).count();
		return "Nothing could be compared%s: the baseline %s%s has figures of %s of %d rounds.".formatted(
				(baseline.workload() != null) ? " in " + baseline.workload() : "", baseline.plainName(),
				(baseline.ended() != Ended.COMPLETED) ? " ended as " + ResultFile.kebab(baseline.ended()) + " and" : "",
				(measured != 0) ? "only " + measured : "none", rounds);
	}

}
