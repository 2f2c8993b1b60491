package dev.grpctuning.load.tune;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.SearchRunner;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.text.Report;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.tune.search.Recommendation;

/** A search for better knobs as a result file has it, also if it was ended early. */
@ResultFile.Kind("tune")
public record TuneDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlan.Document trials, Configured configured, Map<String, List<String>> space, Ended ended,
		@Nullable String reason, List<TuneScore> scores, List<RoundTrial> rounds,
		@Nullable Recommendation recommendation) implements SearchRunner.Document {

	@Override
	public boolean anyFound() {
		return this.scores.stream().anyMatch(TuneScore::found);
	}

	@Override
	public String text(RunFormat format) {
		return TuneReport.text(this, format);
	}

	@Override
	public Report report(@Nullable Path folder) {
		return TuneReport.of(this, folder);
	}

	@Override
	public void write(Path directory) throws IOException {
		report(directory).write(directory);
		String fragment = fragment();
		if (fragment != null) {
			ResultFile.writeText(fragment + "\n", directory.resolve("application.yml"));
		}
	}

	/** The recommendation as YAML, {@code null} without one. */
	@Nullable String fragment() {
		Recommendation found = this.recommendation;
		return (found == null || found.lines().isEmpty()) ? null : TuningFragment.of(found.lines(), found.comparedBy(),
				found.comparedAtPerSecond(), this.configured.knobs());
	}

	/** The configured settings. */
	public record Configured(String name, @Nullable String profile, List<String> jvmOptions,
			Map<String, String> properties, Map<String, String> knobs) {

	}

}
