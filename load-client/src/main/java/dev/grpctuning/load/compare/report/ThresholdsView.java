package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.stats.Figures;

/**
 * A threshold in all runs of an experiment.
 *
 * @param outcome such as {@code held in 3 of 5 runs, not in b (2.1 ms)}
 */
record ThresholdsView(String threshold, boolean held, String outcome) {

	static List<ThresholdsView> of(ExperimentDocument experiment) {
		Map<String, Map<String, List<ThresholdDocument>>> checks = new LinkedHashMap<>();
		experiment.variants()
			.forEach((variant) -> variant.runs()
				.stream()
				.flatMap((run) -> run.outcome().thresholds().stream())
				.forEach((check) -> checks.computeIfAbsent(check.threshold(), (any) -> new LinkedHashMap<>())
					.computeIfAbsent(variant.name(), (any) -> new ArrayList<>())
					.add(check)));
		return checks.entrySet().stream().map((entry) -> of(entry.getKey(), entry.getValue())).toList();
	}

	private static ThresholdsView of(String threshold, Map<String, List<ThresholdDocument>> variants) {
		List<String> failed = new ArrayList<>();
		variants.forEach((variant, checks) -> {
			String values = checks.stream()
				.filter((check) -> !check.held())
				.map((check) -> Objects.requireNonNullElse(check.value(), "not measured"))
				.collect(Collectors.joining(", "));
			if (!values.isEmpty()) {
				failed.add("%s (%s)".formatted(variant, values));
			}
		});
		List<ThresholdDocument> all = variants.values().stream().flatMap(List::stream).toList();
		long held = all.stream().filter(ThresholdDocument::held).count();
		return new ThresholdsView(threshold, failed.isEmpty(),
				"held in %s of %s run%s%s".formatted(Figures.count(held), Figures.count(all.size()),
						(all.size() != 1) ? "s" : "", failed.isEmpty() ? "" : ", not in " + ReportView.some(failed)));
	}

}
