package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.stats.Figures;

/**
 * A threshold and in which runs of an experiment it did not hold.
 *
 * @param share the runs in which it held, such as {@code 3 of 5 runs}
 * @param more the variants in which it did not hold that are not named
 */
record ThresholdsView(String threshold, boolean held, String share, List<Failed> failed, @Nullable Integer more) {

	/** Each variant has its thresholds in its own section, too. */
	private static final int MOST_NAMED = 5;

	static List<ThresholdsView> of(ExperimentDocument experiment) {
		Map<String, List<Check>> checks = new LinkedHashMap<>();
		for (Variant variant : experiment.variants()) {
			for (RunDocument run : variant.runs()) {
				run.thresholds()
					.forEach((threshold) -> checks.computeIfAbsent(threshold.threshold(), (any) -> new ArrayList<>())
						.add(new Check(variant.name(), threshold)));
			}
		}
		return checks.entrySet().stream().map((entry) -> of(entry.getKey(), entry.getValue())).toList();
	}

	private static ThresholdsView of(String threshold, List<Check> checks) {
		List<Check> failed = checks.stream().filter((check) -> !check.threshold().held()).toList();
		List<Failed> variants = Failed.of(failed);
		int more = variants.size() - MOST_NAMED;
		return new ThresholdsView(threshold, failed.isEmpty(),
				"%s of %s run%s".formatted(Figures.count(checks.size() - failed.size()), Figures.count(checks.size()),
						(checks.size() != 1) ? "s" : ""),
				(more > 0) ? variants.subList(0, MOST_NAMED) : variants, (more > 0) ? more : null);
	}

	/** A variant that did not meet it, with the figure of each run. */
	record Failed(String variant, List<String> values) {

		private static List<Failed> of(List<Check> failed) {
			Map<String, List<String>> values = new LinkedHashMap<>();
			failed.forEach((check) -> values.computeIfAbsent(check.variant(), (any) -> new ArrayList<>())
				.add(Objects.requireNonNullElse(check.threshold().value(), "not measured")));
			return values.entrySet().stream().map((entry) -> new Failed(entry.getKey(), entry.getValue())).toList();
		}

	}

	private record Check(String variant, ThresholdDocument threshold) {
	}

}
