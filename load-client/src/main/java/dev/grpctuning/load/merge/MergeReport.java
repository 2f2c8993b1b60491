package dev.grpctuning.load.merge;

import java.util.List;

import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.RunReport;
import dev.grpctuning.load.text.Table;

/**
 * Prints what several clients measured together.
 */
final class MergeReport {

	private static final Table<MergedDocument> CSV = RunReport
		.sending(RunReport
			.calls(new Table<MergedDocument>().text("targets", (merged) -> String.join(" ", merged.targets()))
				.text("startedAt", MergedDocument::startedAt)
				.number("clients", (merged) -> merged.clients().size())))
		.text("loadGeneratorSaturated", (merged) -> !merged.loadGeneratorSaturated().isEmpty())
		.number("protocolErrors", RunReport::protocolErrors)
		.text("failure", MergedDocument::failure);

	private MergeReport() {
	}

	static String of(MergedDocument merged, RunFormat format) {
		return switch (format) {
			case TABLE -> MergeSummary.of(merged);
			case JSON -> ResultFile.text(merged);
			case CSV -> CSV.csv(List.of(merged));
			case QPS, GRID ->
				throw new IllegalArgumentException("format: " + format + " (expected: TABLE, JSON or CSV)");
		};
	}

}
