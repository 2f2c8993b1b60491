package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Report;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.RunReport;
import dev.grpctuning.load.text.Table;

/** Prints an experiment in each format. */
public final class ExperimentReport {

	private ExperimentReport() {
	}

	/** Draws an experiment with the flame graphs that are in its folder, if any. */
	public static Report of(ExperimentDocument experiment, Path folder) {
		return new Report(Templates.page("report", ReportView.of(experiment, folder), ChartData.of(experiment).json()),
				markdown(experiment));
	}

	/** Draws a run. */
	public static Report of(RunDocument run) {
		return of(OneRun.of(run), Path.of(""));
	}

	public static String markdown(ExperimentDocument experiment) {
		return Templates.markdown("report", ReportView.of(experiment, null));
	}

	/** Formats an experiment. The grid needs whole runs. */
	public static String text(ExperimentDocument experiment, RunFormat format, UnaryOperator<RunDocument> whole) {
		List<RunDocument> runs = experiment.variants().stream().flatMap((variant) -> variant.runs().stream()).toList();
		return switch (format) {
			case TABLE -> Templates.text("report", ReportView.of(experiment, null));
			case QPS,
					GRID ->
				runs.stream()
					.map((run) -> run.name() + "\n" + RunReport.of(whole.apply(run), format))
					.collect(Collectors.joining("\n"));
			case JSON -> ResultFile.text(experiment.mapRuns(whole));
			case CSV -> csv(experiment.variants(), runs);
		};
	}

	private static String csv(List<Variant> variants, List<RunDocument> runs) {
		Map<RunDocument, Integer> rounds = new IdentityHashMap<>();
		variants.forEach((variant) -> IntStream.range(0, variant.runs().size())
			.forEach((run) -> rounds.put(variant.runs().get(run), variant.rounds().get(run))));
		return new Table<RunDocument>().text("name", RunDocument::name)
			.number("round", rounds::get)
			.all(RunReport.CSV, (run) -> run)
			.number("closedThroughputPerSecond",
					(run) -> (run.closed() != null) ? run.closed().throughputPerSecond() : null)
			.optional()
			.csv(runs);
	}

}
