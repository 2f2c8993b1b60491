package dev.grpctuning.load.knee;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.SearchPlan;
import dev.grpctuning.load.search.SearchRunner;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.text.Report;
import dev.grpctuning.load.text.RunFormat;

/**
 * The knees of variants as a result file has them.
 *
 * @param controls variants with the set-up of one before them, whose name is the value
 */
@ResultFile.Kind("knee")
public record KneeDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlan.Document trials, List<String> jvmOptions, Map<String, String> properties, List<String> planned,
		Map<String, String> controls, List<KneeResult> variants) implements SearchRunner.Document {

	static KneeDocument of(SearchPlan search, Environment environment, List<Variant> variants,
			List<KneeResult> results) {
		List<String> planned = variants.stream().map(Variant::name).toList();
		return new KneeDocument(ResultFile.SCHEMA, search.startedAt(), environment, search.objective().texts(),
				TrialPlan.Document.of(search.trials()), Secrets.masked(search.setup().jvmOptions()),
				Secrets.masked(search.setup().properties()), planned, controls(variants),
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

	@Override
	public boolean anyFound() {
		return this.variants.stream().anyMatch((variant) -> variant.knee() != null && variant.knee().found());
	}

	@Override
	public String text(RunFormat format) {
		return KneeReport.text(this, format);
	}

	@Override
	public Report report(@Nullable Path folder) {
		return KneeReport.of(this, folder);
	}

}
