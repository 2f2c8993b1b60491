package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.provenance.Provenance;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.LatencyAt;
import dev.grpctuning.load.compare.words.Headline;
import dev.grpctuning.load.compare.words.Outcome;
import dev.grpctuning.load.compare.words.RunRemarks;
import dev.grpctuning.load.compare.words.Sentence;

/**
 * Values for the templates of the report: the page, the Markdown file and the text for a
 * terminal.
 *
 * @param progress how far the experiment got, {@code null} if all of it was run
 * @param control how far two runs of the baseline are apart, or {@code null} if the
 * comparison has it or there was a single round
 */
record ReportView(String title, @Nullable String description, @Nullable Sentence headline, List<Sentence> headlines,
		@Nullable String progress, List<ThresholdsView> thresholds, List<String> singleRuns, List<String> remarks,
		List<String> latencyAt, Provenance provenance, ExperimentTable table, @Nullable ComparisonView comparison,
		@Nullable String control, @Nullable StagesView stages, List<VariantView> variants, boolean several,
		boolean folded) {

	private static final int MOST_OPEN = 8;

	static ReportView of(ExperimentDocument experiment, @Nullable Path folder) {
		ComparisonDocument comparison = experiment.comparison();
		ComparisonView compared = (comparison != null && comparison.rounds() > 1)
				? ComparisonView.of(comparison, experiment.saturated(),
						(experiment.lastRound() != null) ? experiment.rounds() : null, experiment.budget())
				: null;
		boolean empty = compared != null && compared.empty();
		List<Sentence> headlines = Headline.of(comparison, experiment.withoutControls());
		boolean one = headlines.size() == 1;
		String progress = Outcome.of(experiment);
		return new ReportView(experiment.name(), experiment.description(), one ? headlines.getFirst() : null,
				one ? List.of() : headlines, progress.isEmpty() ? null : progress, ThresholdsView.of(experiment),
				SingleRuns.of(experiment), RunRemarks.of(experiment), LatencyAt.texts(experiment.latencyAt()),
				Provenance.of(experiment, (compared != null) ? compared.control() : null, folder),
				new ExperimentTable(experiment), empty ? null : compared,
				(compared != null && empty) ? compared.control() : null, StagesView.of(experiment),
				VariantView.of(experiment, folder), experiment.planned().size() > 1,
				experiment.variants().size() > MOST_OPEN);
	}

}
