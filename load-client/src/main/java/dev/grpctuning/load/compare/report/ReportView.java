package dev.grpctuning.load.compare.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Saturation;
import dev.grpctuning.load.compare.text.ComparisonText;
import dev.grpctuning.load.compare.text.RunRemarks;
import dev.grpctuning.load.compare.text.SingleRuns;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.stats.Figures;

/**
 * What the templates of the report are filled with.
 *
 * @param outcome what came of it, or {@code null} if that is a list
 * @param outcomes that list; of one workload it is empty
 * @param caution what one must not read out of it
 */
public record ReportView(String title, @Nullable String description, @Nullable String outcome, List<String> outcomes,
		@Nullable String caution, List<String> remarks, String plan, String machine, String startedAt,
		VariantTable table, @Nullable ComparisonText comparison, List<String> latencyColumns,
		List<VariantView> variants, boolean folded) {

	private static final int MOST_OPEN = 8;

	public static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'")
		.withZone(ZoneOffset.UTC);

	static ReportView of(ExperimentDocument experiment) {
		ComparisonText comparison = (experiment.comparison() != null) ? ComparisonText.of(experiment.comparison(),
				Saturation.of(experiment.variants()), experiment.roundsIfNotAllRan()) : null;
		List<String> outcomes = Outcome.of(experiment);
		boolean one = outcomes.size() == 1;
		return new ReportView(experiment.name(), experiment.description(), one ? outcomes.getFirst() : null,
				one ? List.of() : outcomes, caution(experiment, comparison), RunRemarks.of(experiment),
				ExperimentReport.plan(experiment), machine(experiment.environment()),
				TIME.format(experiment.startedAt()), VariantTable.of(experiment),
				(comparison != null && !comparison.lines().isEmpty()) ? comparison : null, VariantView.Latency.COLUMNS,
				VariantView.of(experiment), experiment.variants().size() > MOST_OPEN);
	}

	private static @Nullable String caution(ExperimentDocument experiment, @Nullable ComparisonText comparison) {
		if (experiment.comparison() == null || experiment.comparison().rounds() < 2) {
			List<String> sentences = SingleRuns.of(experiment);
			return sentences.isEmpty() ? null : String.join(" ", sentences);
		}
		return (comparison != null && comparison.lines().isEmpty()) ? comparison.noise() : null;
	}

	public static String machine(Environment environment) {
		return "%s processors, %s, %s %s %s, Java %s".formatted(Figures.count(environment.processors()),
				Figures.megabytes(environment.memoryBytes()), environment.os(), environment.osVersion(),
				environment.arch(), environment.javaVersion());
	}

}
