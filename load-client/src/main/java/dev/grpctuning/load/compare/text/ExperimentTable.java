package dev.grpctuning.load.report;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.ProtocolErrors;
import dev.grpctuning.load.report.ExperimentDocument.Variant;
import dev.grpctuning.load.server.GcSummary;

/**
 * The table of an experiment for a terminal.
 */
public final class ExperimentTable {

	private ExperimentTable() {
	}

	/**
	 * Draws the table.
	 * @param experiment the experiment
	 * @return lines of text without a line end at the end
	 */
	public static String of(ExperimentDocument experiment) {
		List<ColumnData<Variant>> columns = List.of(
				new Column().header("variant").dataAlign(HorizontalAlign.LEFT).with(Variant::plainName),
				column("answered", (run) -> Figures.count(run.counts().ok())),
				column("of", (run) -> Figures.count(run.counts().started())),
				column("per second", (run) -> Figures.rate(run.throughputPerSecond())),
				column("p50", (run) -> Figures.latency(run.responseTimeMicros(), run.responseTimeMicros().p50())),
				column("p99", (run) -> Figures.latency(run.responseTimeMicros(), run.responseTimeMicros().p99())),
				column("max", (run) -> Figures.latency(run.responseTimeMicros(), run.responseTimeMicros().max())),
				serverColumn("peak threads",
						(server) -> (server.peakThreads() != 0) ? Figures.count(server.peakThreads()) : "-"),
				serverColumn("peak heap", (server) -> Figures.megabytes(server.peakHeapBytes())),
				serverColumn("young GCs", (server) -> pauses(server.gc(), GcSummary::youngCount)),
				serverColumn("full GCs", (server) -> pauses(server.gc(), GcSummary::fullCount)),
				new Column().header("ended").dataAlign(HorizontalAlign.LEFT).with(ExperimentTable::ended));
		StringBuilder text = new StringBuilder();
		if (experiment.workloads() == null) {
			text.append(AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, experiment.variants(), columns))
				.append("\n");
		}
		else {
			experiment.workloads().forEach((workload) -> text.append(of(workload, experiment.variants(), columns)));
		}
		text.append("Latencies are response times, from when a call was due.");
		ComparisonDocument comparison = experiment.comparison();
		if (comparison != null && comparison.rounds() > 1) {
			text.append(" Each variant is shown by its run with the median p99.\n\n");
			NotCompared.of(experiment).forEach((sentence) -> text.append(sentence).append("\n"));
			text.append(ComparisonTable.of(comparison, ClientLimited.of(experiment.variants()),
					experiment.roundsIfNotAllRan()));
		}
		else {
			SingleRuns.of(experiment).forEach((sentence) -> text.append("\n").append(sentence));
		}
		text.append(why(experiment)).append(protocolErrors(experiment));
		RunRemarks.of(experiment).forEach((remark) -> text.append("\n").append(remark));
		experiment.variants()
			.forEach((variant) -> variant.runs()
				.forEach((run) -> run.gates()
					.forEach((gate) -> text.append("\n").append(variant.name()).append(": ").append(gate.line()))));
		if (experiment.scale() != null) {
			text.append("\nThe plan was scaled by ").append(Figures.factor(experiment.scale())).append(".");
		}
		return text.toString();
	}

	private static String of(WorkloadDocument workload, List<Variant> all, List<ColumnData<Variant>> columns) {
		List<Variant> variants = all.stream().filter((variant) -> workload.name().equals(variant.workload())).toList();
		return variants.isEmpty() ? "" : workload.heading() + "\n"
				+ AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, variants, columns) + "\n\n";
	}

	/**
	 * A line for each variant of which it is known.
	 */
	private static String why(ExperimentDocument experiment) {
		StringBuilder lines = new StringBuilder();
		for (Variant variant : experiment.variants()) {
			RunDocument run = variant.medianRun();
			WhyDocument why = (run != null) ? run.why() : null;
			if (why != null && why.bottleneck() != null) {
				lines.append('\n').append(variant.name()).append(": ").append(why.bottleneck().text());
			}
		}
		return lines.isEmpty() ? "" : "\n" + lines;
	}

	/**
	 * A line for each variant that had any, in whichever of its runs.
	 */
	private static String protocolErrors(ExperimentDocument experiment) {
		StringBuilder lines = new StringBuilder();
		for (Variant variant : experiment.variants()) {
			String errors = ProtocolErrorsText.of(variant.runs()
				.stream()
				.map(RunDocument::protocolErrors)
				.filter(Objects::nonNull)
				.reduce(ProtocolErrors.NONE, ProtocolErrors::plus));
			if (errors != null) {
				lines.append('\n')
					.append(variant.name())
					.append(": ")
					.append(ProtocolErrorsText.LABEL)
					.append(' ')
					.append(errors);
			}
		}
		return lines.toString();
	}

	private static ColumnData<Variant> column(String header, Function<RunDocument, String> value) {
		return new Column().header(header)
			.headerAlign(HorizontalAlign.RIGHT)
			.dataAlign(HorizontalAlign.RIGHT)
			.with((variant) -> {
				RunDocument run = variant.medianRun();
				return (run != null) ? value.apply(run) : "-";
			});
	}

	private static ColumnData<Variant> serverColumn(String header, Function<ServerDocument, String> value) {
		return column(header, (run) -> (run.server() != null) ? value.apply(run.server()) : "-");
	}

	private static String pauses(@Nullable GcSummary gc, ToIntFunction<GcSummary> count) {
		return (gc != null) ? Figures.count(count.applyAsInt(gc)) : "-";
	}

	private static String ended(Variant variant) {
		String limited = ClientLimited.of(variant);
		return ResultFile.kebab(variant.ended()) + ((limited != null) ? ", " + limited : "");
	}

}
