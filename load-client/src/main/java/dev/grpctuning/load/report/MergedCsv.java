package dev.grpctuning.load.report;

import java.util.List;

/**
 * What several clients measured together as comma-separated values.
 */
final class MergedCsv {

	private static final Csv<MergedDocument> LINES = new Csv<MergedDocument>()
		.column("targets", (merged) -> String.join(" ", merged.targets()))
		.column("startedAt", MergedDocument::startedAt)
		.column("clients", (merged) -> merged.clients().size())
		.column("started", (merged) -> merged.counts().started())
		.column("ok", (merged) -> merged.counts().ok())
		.column("failed", (merged) -> merged.counts().failedTotal())
		.column("cancelled", (merged) -> merged.counts().cancelled())
		.column("unfinished", (merged) -> merged.counts().unfinished())
		.column("elapsedSeconds", MergedDocument::elapsedSeconds)
		.column("throughputPerSecond", MergedDocument::throughputPerSecond)
		.latencies("latencyMicros", MergedDocument::latencyMicros)
		.latencies("responseTimeMicros", MergedDocument::responseTimeMicros)
		.column("clientLimited", (merged) -> !merged.clientLimited().isEmpty())
		.column("protocolErrors",
				(merged) -> (merged.protocolErrors() != null) ? merged.protocolErrors().count() : null);

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
