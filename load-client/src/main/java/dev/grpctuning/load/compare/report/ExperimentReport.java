package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.util.List;
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

	/** Draws a run as an experiment of one variant, which has the same page. */
	public static Report of(RunDocument run) {
		return of(ExperimentDocument.of(run), Path.of(""));
	}

	public static String markdown(ExperimentDocument experiment) {
		return Templates.markdown("report", ReportView.of(experiment, null));
	}

	/** Formats an experiment. The grid needs whole runs. */
	public static String text(ExperimentDocument experiment, RunFormat format, UnaryOperator<RunDocument> whole) {
		return switch (format) {
			case TABLE -> Templates.text("report", ReportView.of(experiment, null));
			case QPS,
					GRID ->
				experiment.runs()
					.map((run) -> run.name() + "\n" + RunReport.of(whole.apply(run), format))
					.collect(Collectors.joining("\n"));
			case JSON -> ResultFile.text(experiment.mapRuns(whole));
			case CSV -> csv(experiment.variants());
		};
	}

	private static String csv(List<Variant> variants) {
		return new Table<InRound>().text("name", (row) -> row.run().name())
			.number("round", InRound::round)
			.all(RunReport.CSV, InRound::run)
			.number("closedThroughputPerSecond",
					(row) -> (row.run().closed() != null) ? row.run().closed().load().rate().perSecond() : null)
			.optional()
			.csv(variants.stream()
				.flatMap((variant) -> IntStream.range(0, variant.runs().size())
					.mapToObj((run) -> new InRound(variant.rounds().get(run), variant.runs().get(run))))
				.toList());
	}

	private record InRound(int round, RunDocument run) {
	}

}
