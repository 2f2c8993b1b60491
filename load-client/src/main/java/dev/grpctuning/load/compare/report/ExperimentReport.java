package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.grpctuning.load.compare.result.Ended;
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
		return of(alone(run), Path.of(""));
	}

	private static ExperimentDocument alone(RunDocument run) {
		String target = Objects.requireNonNullElse(run.target(), run.name());
		Variant variant = new Variant(target, null, null, List.of(), Map.of(), null, ended(run), run.failure(),
				List.of(run), List.of(1), null, null, target, null);
		return new ExperimentDocument(run.schema(), "run of " + target, null, run.startedAt(), run.plan(),
				run.environment(), List.of(target), Set.of(), List.of(variant), null, null, null, 1, null, null, null);
	}

	private static Ended ended(RunDocument run) {
		return switch (run.stoppedBy()) {
			case null -> (run.failure() != null && run.counts().unfinished() > 0) ? Ended.TIMED_OUT : Ended.COMPLETED;
			case TIMEOUT -> Ended.TIMED_OUT;
			case INTERRUPTED -> Ended.INTERRUPTED;
			case SERVER_GONE -> Ended.EXITED;
			case UNIMPLEMENTED, REPLAY_CHANGED -> Ended.COMPLETED;
		};
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
				experiment.variants()
					.stream()
					.flatMap((variant) -> variant.runs().stream())
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
					(row) -> (row.run().closed() != null) ? row.run().closed().throughputPerSecond() : null)
			.optional()
			.csv(variants.stream()
				.flatMap((variant) -> IntStream.range(0, variant.runs().size())
					.mapToObj((run) -> new InRound(variant.rounds().get(run), variant.runs().get(run))))
				.toList());
	}

	private record InRound(int round, RunDocument run) {
	}

}
