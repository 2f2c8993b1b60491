package dev.grpctuning.load.report;

import java.util.List;

/**
 * Trials as comma-separated values.
 */
final class KneeCsv {

	private static final Csv<Line> LINES = new Csv<Line>().column("variant", Line::variant)
		.column("callsPerSecond", (line) -> line.trial().callsPerSecond())
		.column("answeredPerSecond", (line) -> line.trial().answeredPerSecond())
		.column("outcome", (line) -> ResultFile.kebab(line.trial().outcome()))
		.column("reason", (line) -> line.trial().reason())
		.column("started", (line) -> line.trial().counts().started())
		.column("ok", (line) -> line.trial().counts().ok())
		.column("failed", (line) -> line.trial().counts().failedTotal())
		.column("unfinished", (line) -> line.trial().counts().unfinished())
		.latencies("responseTimeMicros", (line) -> line.trial().responseTimeMicros());

	private KneeCsv() {
	}

	/**
	 * Writes a line for each trial.
	 * @return lines of text without a line end at the end
	 */
	static String of(KneeDocument search) {
		List<Line> lines = search.variants()
			.stream()
			.flatMap((variant) -> variant.trials().stream().map((trial) -> new Line(variant.name(), trial)))
			.toList();
		return LINES.of(lines);
	}

	private record Line(String variant, TrialDocument trial) {
	}

}
