package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.provenance.Provenance;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.diagnosis.StageBand;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.StageTable;
import dev.grpctuning.load.text.Table;

/**
 * The view of an experiment from which the templates draw the page, the Markdown file and
 * the text for a terminal.
 *
 * @param rounds comparison of several rounds, or {@code null} if there was one
 * @param folder folder with the logs and flame graphs, or {@code null} if there is none
 */
record ReportView(ExperimentDocument experiment, List<Headline.Sentence> headlines, @Nullable ComparisonView rounds,
		List<VariantView> variants, @Nullable Path folder) {

	private static final int MOST_OPEN = 8;

	private static final int SOME_NAMES = 6;

	/** The percentile whose stages are on a terminal. */
	private static final double SHOWN = 99;

	private static final Table<StageRow> STAGES = StageTable
		.stages(new Table<StageRow>().text("variant", (row) -> row.variant().name())
			.text("calls around", (row) -> row.band().title()), StageRow::band);

	static ReportView of(ExperimentDocument experiment, @Nullable Path folder) {
		return new ReportView(experiment, Headline.of(experiment), ComparisonView.of(experiment),
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

	/** How far two runs of the baseline are apart. */
	@Nullable String control() {
		if (this.rounds != null || this.experiment.comparison() == null) {
			return (this.rounds != null) ? this.rounds.control() : null;
		}
		String apart = ComparisonView.noise(this.experiment.comparison(), Row::apart);
		return (apart != null) ? "A/A control: two runs of the baseline were %s apart.".formatted(apart) : null;
	}

	Table.Rows<VariantView> table() {
		return ExperimentTable.TABLE.of(this.variants);
	}

	/** A table for each workload, or one. */
	List<Titled> tables() {
		return (this.experiment.design().workloads() == null) ? List.of(new Titled(null, table())) : this.experiment
			.design()
			.workloads()
			.stream()
			.map((workload) -> new Titled(workload.heading(), ExperimentTable.TABLE
				.of(this.variants.stream().filter((row) -> workload.name().equals(row.variant().workload())).toList())))
			.filter((titled) -> !titled.table().rows().isEmpty())
			.toList();
	}

	/** Whether a figure has below it how many times the baseline's it is. */
	boolean relative() {
		return this.variants.stream()
			.anyMatch((row) -> Stream.of(Metric.values()).anyMatch((metric) -> row.times(metric) != null));
	}

	/** Whether the latencies of a run are hatched. */
	boolean died() {
		return this.variants.stream().anyMatch((row) -> row.run() != null && row.run().load().stoppedBy() != null);
	}

	/** Where the response time of each variant went, if any server reported it. */
	Table.@Nullable Rows<StageRow> stages() {
		List<StageRow> rows = this.variants.stream()
			.flatMap((row) -> Stream.ofNullable(row.run())
				.flatMap((run) -> Stream.ofNullable(run.diagnosis().stages()))
				.flatMap((stages) -> stages.percentiles().stream())
				.map((band) -> new StageRow(row.variant(), band)))
			.toList();
		return rows.isEmpty() ? null : STAGES.of(rows);
	}

	/** The same of the calls around p99, or the highest percentile that is known. */
	Table.@Nullable Rows<StageRow> stagesAtP99() {
		Table.Rows<StageRow> all = stages();
		return (all != null) ? STAGES
			.of(all.rows().stream().filter((row) -> Objects.equals(row.band().percentile(), most(all.rows()))).toList())
				: null;
	}

	private static double most(List<StageRow> rows) {
		return rows.stream()
			.flatMap((row) -> Stream.ofNullable(row.band().percentile()))
			.filter((percentile) -> percentile <= SHOWN)
			.max(Comparator.naturalOrder())
			.orElse(SHOWN);
	}

	/** The thresholds in all runs. */
	List<ThresholdRow> thresholds() {
		Map<String, List<String>> failed = new LinkedHashMap<>();
		Map<String, Integer> checked = new HashMap<>();
		this.variants.forEach((variant) -> variant.thresholds().forEach((check) -> {
			checked.merge(check.threshold(), 1, Integer::sum);
			List<String> names = failed.computeIfAbsent(check.threshold(), (any) -> new ArrayList<>());
			if (!check.held()) {
				names.add(
						"%s (%s)".formatted(variant.name(), Objects.requireNonNullElse(check.value(), "not measured")));
			}
		}));
		return failed.entrySet()
			.stream()
			.map((each) -> ThresholdRow.of(each.getKey(), Objects.requireNonNull(checked.get(each.getKey())),
					each.getValue()))
			.toList();
	}

	Provenance provenance() {
		return Provenance.of(this.experiment, control(), this.folder);
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
								begun + variants.size(), "missing", some(variants)));
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
		for (Variant variant : this.experiment.variants()) {
			long early = variant.runs().stream().filter((run) -> Boolean.FALSE.equals(ready.apply(run))).count();
			if (early != 0) {
				names.add("%s (%d of %d)".formatted(variant.name(), early, variant.runs().size()));
			}
		}
		return names.isEmpty() ? null : "Runs that began before %s: %s.".formatted(event, some(names));
	}

	/** Lists the first of many names. */
	static String some(List<String> names) {
		int more = (names.size() > SOME_NAMES + 1) ? names.size() - SOME_NAMES : 0;
		return String.join(", ", names.subList(0, names.size() - more))
				+ ((more > 0) ? " and %d more".formatted(more) : "");
	}

	record Titled(@Nullable String heading, Table.Rows<VariantView> table) {
	}

	/** Stages of the calls of a variant around a percentile. */
	record StageRow(Variant variant, StageBand band) {
	}

	/**
	 * A threshold in all runs of an experiment.
	 *
	 * @param outcome such as {@code held in 3 of 5 runs, not in b (2.1 ms)}
	 */
	record ThresholdRow(String threshold, boolean held, String outcome) {

		private static ThresholdRow of(String threshold, int checks, List<String> failed) {
			return new ThresholdRow(threshold, failed.isEmpty(),
					"held in %s of %s run%s%s".formatted(Figures.count(checks - failed.size()), Figures.count(checks),
							(checks != 1) ? "s" : "", failed.isEmpty() ? "" : ", not in " + some(failed)));
		}

	}

}
