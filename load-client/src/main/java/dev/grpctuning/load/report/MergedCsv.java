package dev.grpctuning.load.report;

import java.util.List;

/**
 * What several clients measured together as comma-separated values.
 */
final class MergedCsv {

	private static final Csv<MergedDocument> LINES = Csv
		.sending(Csv.calls(new Csv<MergedDocument>().column("targets", (merged) -> String.join(" ", merged.targets()))
			.column("startedAt", MergedDocument::startedAt)
			.column("clients", (merged) -> merged.clients().size())))
		.column("clientLimited", (merged) -> !merged.clientLimited().isEmpty())
		.column("protocolErrors", Csv::protocolErrors)
		.column("failure", MergedDocument::failure);

	private MergedCsv() {
	}

	/**
	 * Writes the whole.
	 * @param merged what several clients measured
	 * @return lines of text without a line end at the end
	 */
	static String of(MergedDocument merged) {
		return LINES.of(List.of(merged));
	}

}
