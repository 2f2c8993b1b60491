package dev.grpctuning.load.report.html;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.ClientLimited;
import dev.grpctuning.load.report.ComparisonText;
import dev.grpctuning.load.report.Environment;
import dev.grpctuning.load.report.ExperimentDocument;
import dev.grpctuning.load.report.Figures;
import dev.grpctuning.load.report.RunRemarks;
import dev.grpctuning.load.report.SingleRuns;

/**
 * What the templates of the report are filled with.
 *
 * @param title name of the experiment
 * @param description what it is to show
 * @param outcome what came of it, or {@code null} if that is a list
 * @param outcomes that list; of one workload it is empty
 * @param caution what one must not read out of it
 * @param remarks what is to be said of how its runs began
 * @param plan what was driven
 * @param machine what it ran on
 * @param startedAt when it began
 * @param table the figures of all variants
 * @param comparison what the rounds have shown, if there were several
 * @param latencyColumns what the columns of each variant's latencies are called
 * @param variants what is said of each
 * @param folded whether they are so many that each is to be opened first
 */
record ReportView(String title, @Nullable String description, @Nullable String outcome, List<String> outcomes,
		@Nullable String caution, List<String> remarks, String plan, String machine, String startedAt,
		VariantTable table, @Nullable ComparisonText comparison, List<String> latencyColumns,
		List<VariantView> variants, boolean folded) {

	private static final int MOST_OPEN = 8;

	static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'")
		.withZone(ZoneOffset.UTC);

	static ReportView of(ExperimentDocument experiment) {
		ComparisonText comparison = (experiment.comparison() != null) ? ComparisonText.of(experiment.comparison(),
				ClientLimited.of(experiment.variants()), experiment.roundsIfNotAllRan()) : null;
		List<String> outcomes = Outcome.of(experiment);
		boolean one = outcomes.size() == 1;
		return new ReportView(experiment.name(), experiment.description(), one ? outcomes.getFirst() : null,
				one ? List.of() : outcomes, caution(experiment, comparison), RunRemarks.of(experiment),
				experiment.planText(), machine(experiment.environment()), TIME.format(experiment.startedAt()),
				VariantTable.of(experiment), (comparison != null && !comparison.lines().isEmpty()) ? comparison : null,
				VariantView.Latency.COLUMNS, VariantView.of(experiment), experiment.variants().size() > MOST_OPEN);
	}

	private static @Nullable String caution(ExperimentDocument experiment, @Nullable ComparisonText comparison) {
		if (experiment.comparison() == null || experiment.comparison().rounds() < 2) {
			List<String> sentences = SingleRuns.of(experiment);
			return sentences.isEmpty() ? null : String.join(" ", sentences);
		}
		return (comparison != null && comparison.lines().isEmpty()) ? comparison.noise() : null;
	}

	static String machine(Environment environment) {
		return "%s processors, %s, %s %s %s, Java %s".formatted(Figures.count(environment.processors()),
				Figures.megabytes(environment.memoryBytes()), environment.os(), environment.osVersion(),
				environment.arch(), environment.javaVersion());
	}

}
