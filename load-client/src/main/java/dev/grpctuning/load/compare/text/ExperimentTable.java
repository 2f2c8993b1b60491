package dev.grpctuning.load.compare.text;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.NotCompared;
import dev.grpctuning.load.compare.result.Saturation;
import dev.grpctuning.load.compare.result.WorkloadDocument;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ServerDocument;
import dev.grpctuning.load.server.process.GcSummary;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.ProtocolErrorsText;
import dev.grpctuning.load.text.Table;

/**
 * The table of an experiment for a terminal.
 */
public final class ExperimentTable {

	private static final Table<Variant> TABLE = new Table<Variant>().text("variant", Variant::plainName)
		.number("answered", run((run) -> Figures.count(run.counts().ok())))
		.number("of", run((run) -> Figures.count(run.counts().started())))
		.number("per second", run((run) -> Figures.rate(run.throughputPerSecond())))
		.number("p50", latency(LatencySummary::p50))
		.number("p99", latency(LatencySummary::p99))
		.number("max", latency(LatencySummary::max))
		.number("peak threads",
				server((server) -> (server.peakThreads() != 0) ? Figures.count(server.peakThreads()) : null))
		.number("peak heap", server((server) -> Figures.megabytes(server.peakHeapBytes())))
		.number("young GCs", pauses(GcSummary::youngCount))
		.number("full GCs", pauses(GcSummary::fullCount))
		.text("ended", ExperimentTable::ended);

	private ExperimentTable() {
	}

	/**
	 * Draws the table.
	 */
	public static String of(ExperimentDocument experiment) {
		StringBuilder text = new StringBuilder();
		if (experiment.workloads() == null) {
			text.append(TABLE.terminal(experiment.variants())).append("\n");
		}
		else {
			experiment.workloads().forEach((workload) -> text.append(of(workload, experiment.variants())));
		}
		text.append("Latencies are response times, from when a call was due.");
		ComparisonDocument comparison = experiment.comparison();
		if (comparison != null && comparison.rounds() > 1) {
			text.append(" Each variant is shown by its run with the median p99.\n\n");
			NotCompared.of(experiment).forEach((sentence) -> text.append(sentence).append("\n"));
			text.append(
					ComparisonText.of(comparison, Saturation.of(experiment.variants()), experiment.roundsIfNotAllRan())
						.terminal());
		}
		else {
			SingleRuns.of(experiment).forEach((sentence) -> text.append("\n").append(sentence));
		}
		text.append(diagnosis(experiment)).append(protocolErrors(experiment));
		RunRemarks.of(experiment).forEach((remark) -> text.append("\n").append(remark));
		experiment.variants()
			.forEach((variant) -> variant.runs()
				.forEach((run) -> run.thresholds()
					.forEach((threshold) -> text.append("\n")
						.append(variant.name())
						.append(": ")
						.append(threshold.line()))));
		if (experiment.scale() != null) {
			text.append("\nThe plan was scaled by ").append(Figures.factor(experiment.scale())).append(".");
		}
		return text.toString();
	}

	private static String of(WorkloadDocument workload, List<Variant> all) {
		List<Variant> variants = all.stream().filter((variant) -> workload.name().equals(variant.workload())).toList();
		return variants.isEmpty() ? "" : workload.heading() + "\n" + TABLE.terminal(variants) + "\n\n";
	}

	/**
	 * A line for each variant of which it is known.
	 */
	private static String diagnosis(ExperimentDocument experiment) {
		StringBuilder lines = new StringBuilder();
		for (Variant variant : experiment.variants()) {
			RunDocument run = variant.medianRun();
			DiagnosisDocument diagnosis = (run != null) ? run.diagnosis() : null;
			if (diagnosis != null && diagnosis.bottleneck() != null) {
				lines.append('\n').append(variant.name()).append(": ").append(diagnosis.bottleneck().text());
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

	private static Function<Variant, @Nullable Object> run(Function<RunDocument, @Nullable Object> value) {
		return (variant) -> {
			RunDocument run = variant.medianRun();
			return (run != null) ? value.apply(run) : null;
		};
	}

	private static Function<Variant, @Nullable Object> latency(ToLongFunction<LatencySummary> micros) {
		return run((run) -> Figures.latency(run.responseTimeMicros(), micros.applyAsLong(run.responseTimeMicros())));
	}

	private static Function<Variant, @Nullable Object> server(Function<ServerDocument, @Nullable Object> value) {
		return run((run) -> (run.server() != null) ? value.apply(run.server()) : null);
	}

	private static Function<Variant, @Nullable Object> pauses(ToIntFunction<GcSummary> count) {
		return server((server) -> (server.gc() != null) ? Figures.count(count.applyAsInt(server.gc())) : null);
	}

	private static String ended(Variant variant) {
		String limited = Saturation.of(variant);
		return ResultFile.kebab(variant.ended()) + ((limited != null) ? ", " + limited : "");
	}

}
