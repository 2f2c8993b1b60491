package dev.grpctuning.load.knee;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.search.TrialPlan;

/**
 * The knees of variants as a result file has them.
 *
 * @param controls variants with the set-up of one before them, whose name is the value;
 * results of earlier versions have none
 */
@ResultFile.Kind("knee")
public record KneeDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlan.Document trials, List<String> jvmOptions, Map<String, String> properties, List<String> planned,
		Map<String, String> controls, List<KneeResult> variants) {

	public KneeDocument {
		controls = Objects.requireNonNullElse(controls, Map.of());
	}

	static KneeDocument of(KneePlan plan, List<KneeResult> results) {
		List<String> planned = plan.variants().stream().map(Variant::name).toList();
		return new KneeDocument(RunDocument.SCHEMA, plan.startedAt(), plan.environment(), plan.objective().texts(),
				TrialPlan.Document.of(plan.trials()), Secrets.masked(plan.setup().jvmOptions()),
				Secrets.masked(plan.setup().properties()), planned, controls(plan.variants()),
				results.stream().sorted(Comparator.comparingInt((result) -> planned.indexOf(result.name()))).toList());
	}

	private static Map<String, String> controls(List<Variant> variants) {
		Map<String, String> controls = new LinkedHashMap<>();
		for (Variant again : variants) {
			variants.stream()
				.takeWhile((before) -> before != again)
				.filter(again::sameSetupAs)
				.findFirst()
				.ifPresent((once) -> controls.put(again.name(), once.name()));
		}
		return controls;
	}

	boolean anyFound() {
		return this.variants.stream().anyMatch((variant) -> variant.knee() != null && variant.knee().found());
	}

}
