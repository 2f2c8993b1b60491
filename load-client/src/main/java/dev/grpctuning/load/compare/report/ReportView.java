package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.LatencyAt;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunWords;

/**
 * What the templates of the report are filled with: of the page, of Markdown and of the
 * text for a terminal.
 *
 * @param control how far two runs of the baseline are apart, or {@code null} if the
 * comparison has it or there was a single round
 */
public record ReportView(String title, @Nullable String description, @Nullable String outcome, List<String> outcomes,
		String ends, List<String> notCompared, List<String> singleRuns, List<String> remarks, List<String> latencyAt,
		String plan, @Nullable String scale, String machine, String startedAt, ExperimentTable table,
		@Nullable ComparisonView comparison, @Nullable String control, @Nullable StagesView stages,
		List<VariantView> variants, boolean folded) {

	private static final int MOST_OPEN = 8;

	public static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'")
		.withZone(ZoneOffset.UTC);

	static ReportView of(ExperimentDocument experiment, @Nullable Path folder) {
		ComparisonDocument comparison = experiment.comparison();
		ComparisonView compared = (comparison != null && comparison.rounds() > 1)
				? ComparisonView.of(comparison, experiment.saturated(),
						(experiment.lastRound() != null) ? experiment.rounds() : null, experiment.budget())
				: null;
		boolean empty = compared != null && compared.empty();
		List<String> outcomes = Outcome.of(experiment);
		boolean one = outcomes.size() == 1;
		return new ReportView(experiment.name(), experiment.description(), one ? outcomes.getFirst() : null,
				one ? List.of() : outcomes, Outcome.ends(experiment), Outcome.notCompared(experiment),
				SingleRuns.of(experiment), RunRemarks.of(experiment), LatencyAt.texts(experiment.latencyAt()),
				plan(experiment), (experiment.scale() != null) ? Figures.number(experiment.scale()) : null,
				machine(experiment.environment()), TIME.format(experiment.startedAt()), new ExperimentTable(experiment),
				empty ? null : compared, (compared != null && empty) ? compared.control() : null,
				StagesView.of(experiment), VariantView.of(experiment, folder),
				experiment.variants().size() > MOST_OPEN);
	}

	static String plan(ExperimentDocument experiment) {
		return (experiment.workloads() == null) ? RunWords.plan(experiment.plan())
				: experiment.workloads()
					.stream()
					.map((workload) -> workload.heading() + ": " + RunWords.plan(workload.plan()))
					.collect(Collectors.joining("; "));
	}

	public static String machine(Environment environment) {
		String machine = "%s processors, %s, %s %s %s, Java %s".formatted(Figures.count(environment.processors()),
				Figures.megabytes(environment.memoryBytes()), environment.os(), environment.osVersion(),
				environment.arch(), environment.javaVersion());
		return (environment.calibration() != null)
				? machine + ". " + Templates.line("calibration", environment.calibration()) : machine;
	}

}
