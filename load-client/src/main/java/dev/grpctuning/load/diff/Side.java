package dev.grpctuning.load.diff;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.RunDocument;

/**
 * One of two results that are compared. A run counts as an experiment of one variant.
 *
 * @param variants its variants by name, in their order
 */
record Side(String name, Instant startedAt, Environment environment, Map<String, Variant> variants) {

	static Side of(Record result) {
		return switch (result) {
			case RunDocument run -> new Side(run.name(), run.startedAt(), run.environment(),
					Map.of(run.name(), new Variant(null, List.of(run), false)));
			case ExperimentDocument experiment -> of(experiment);
			case Record other -> throw new IllegalStateException("document: " + other);
		};
	}

	private static Side of(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		Set<String> noise = (comparison != null) ? comparison.noiseVariants() : Set.of();
		Map<String, Variant> variants = new LinkedHashMap<>();
		experiment.variants()
			.forEach((variant) -> variants.put(variant.name(),
					new Variant(variant.ended(), variant.runs(), noise.contains(variant.name()))));
		return new Side(experiment.name(), experiment.startedAt(), experiment.environment(), variants);
	}

	Variant variant(String name) {
		return Objects.requireNonNull(this.variants.get(name));
	}

	record Variant(@Nullable Ended ended, List<RunDocument> runs, boolean noise) {

		double[] values(Metric metric) {
			return this.runs.stream().mapToDouble(metric::of).filter((value) -> value > 0).toArray();
		}

		boolean hasFigures() {
			return Arrays.stream(Metric.values()).anyMatch((metric) -> values(metric).length != 0);
		}

	}

}
