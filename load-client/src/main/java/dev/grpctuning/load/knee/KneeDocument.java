package dev.grpctuning.load.knee;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.search.TrialPlan;

/** The knees of variants as a result file has them. */
@ResultFile.Kind("knee")
public record KneeDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlan.Document trials, List<String> jvmOptions, Map<String, String> properties, List<String> planned,
		List<KneeResult> variants) {

	static KneeDocument of(KneePlan plan, List<KneeResult> results) {
		List<String> planned = plan.variants().stream().map(Variant::name).toList();
		return new KneeDocument(RunDocument.SCHEMA, plan.startedAt(), plan.environment(), plan.objective().texts(),
				TrialPlan.Document.of(plan.trials()), Secrets.masked(plan.setup().jvmOptions()),
				Secrets.masked(plan.setup().properties()), planned,
				results.stream().sorted(Comparator.comparingInt((result) -> planned.indexOf(result.name()))).toList());
	}

	boolean anyFound() {
		return this.variants.stream().anyMatch((variant) -> variant.knee() != null && variant.knee().found());
	}

}
