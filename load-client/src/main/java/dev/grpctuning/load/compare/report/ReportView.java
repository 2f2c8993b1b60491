package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.provenance.Provenance;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.LatencyAt;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.template.Templates;

/**
 * The view of an experiment from which the templates draw the page, the Markdown file and
 * the text for a terminal.
 *
 * @param rounds comparison of several rounds, or {@code null} if there was one
 * @param folder folder with the logs and flame graphs, or {@code null} if there is none
 */
record ReportView(ExperimentDocument experiment, List<Sentence> headlines, @Nullable ComparisonView rounds,
		List<VariantView> variants, @Nullable Path folder) {

	private static final int MOST_OPEN = 8;

	/** More names than this do not fit into a sentence. */
	private static final int MOST_NAMES = 10;

	private static final int SOME_NAMES = 6;

	static ReportView of(ExperimentDocument experiment, @Nullable Path folder) {
		return new ReportView(experiment, Headline.of(experiment.comparison(), experiment.withoutControls()),
				ComparisonView.of(experiment),
				IntStream.range(0, experiment.variants().size())
					.mapToObj((index) -> VariantView.of(index, experiment, folder))
					.toList(),
				folder);
	}

	String title() {
		return this.experiment.name();
	}

	boolean oneHeadline() {
		return this.headlines.size() == 1;
	}

	@Nullable ComparisonView comparison() {
		return (this.rounds != null && !this.rounds.comparison().rows().isEmpty()) ? this.rounds : null;
	}

	/** How far two runs of the baseline are apart, unless the comparison has it. */
	@Nullable String control() {
		return (this.rounds != null && comparison() == null) ? this.rounds.control() : null;
	}

	ExperimentTable table() {
		return new ExperimentTable(this.variants, this.experiment.design().workloads());
	}

	@Nullable StagesView stages() {
		return StagesView.of(this.experiment);
	}

	List<ThresholdsView> thresholds() {
		return ThresholdsView.of(this.experiment);
	}

	List<String> singleRuns() {
		return SingleRuns.of(this.experiment);
	}

	List<String> latencyAt() {
		return Stream.ofNullable(this.experiment.latencyAt()).flatMap(List::stream).map(LatencyAt::text).toList();
	}

	Provenance provenance() {
		return Provenance.of(this.experiment, (this.rounds != null) ? this.rounds.control() : null, this.folder);
	}

	boolean several() {
		return this.experiment.design().planned().size() > 1;
	}

	boolean folded() {
		return this.variants.size() > MOST_OPEN;
	}

	/** How far an experiment got that was not finished; the control does not count. */
	@Nullable String progress() {
		List<String> missing = this.experiment.notBegun();
		List<String> variants = new ArrayList<>(missing);
		variants.removeAll(this.experiment.design().controls());
		boolean interrupted = this.experiment.variants()
			.stream()
			.anyMatch((variant) -> variant.ended() == Ended.INTERRUPTED);
		Integer round = this.experiment.lastRound();
		int begun = this.experiment.withoutControls().size();
		return (!interrupted && round == null && missing.isEmpty()) ? null
				: Templates.line("outcome",
						Map.of("interrupted", interrupted, "round", (round != null && missing.isEmpty()) ? round : 0,
								"rounds", this.experiment.design().rounds(), "begun", begun, "planned",
								missing.isEmpty() ? 0 : begun + variants.size(), "names",
								(variants.size() <= MOST_NAMES) ? variants : List.of(), "control", variants.isEmpty()));
	}

	/** Of how many runs calls began to count too soon. */
	List<String> remarks() {
		// A run that ended in its warm-up has no warm-up to remark on.
		return Stream
			.of(early("rate and p99 were shown to be flat",
					(run) -> (run.rateLoad().warmup() != null && run.rateLoad().warmup().seconds() > 0)
							? run.rateLoad().warmup().steady() : null),
					early("the server had settled", (run) -> (run.server() != null) ? run.server().settled() : null))
			.flatMap(Stream::ofNullable)
			.toList();
	}

	private @Nullable String early(String event, Function<RunDocument, @Nullable Boolean> ready) {
		List<String> names = new ArrayList<>();
		int runs = 0;
		int asked = 0;
		for (Variant variant : this.experiment.variants()) {
			List<Boolean> known = variant.runs()
				.stream()
				.flatMap((run) -> Stream.ofNullable(ready.apply(run)))
				.toList();
			int early = Collections.frequency(known, false);
			if (early != 0) {
				names.add(variant.name() + ((variant.runs().size() != 1) ? " (%d)".formatted(early) : ""));
			}
			runs += early;
			asked += known.size();
		}
		return names.isEmpty() ? null
				: "%,d of %,d runs began before %s: %s.".formatted(runs, asked, event, some(names));
	}

	/** Lists the first of many names. */
	static String some(List<String> names) {
		int more = (names.size() > SOME_NAMES + 1) ? names.size() - SOME_NAMES : 0;
		return String.join(", ", names.subList(0, names.size() - more))
				+ ((more > 0) ? " and %d more".formatted(more) : "");
	}

}
