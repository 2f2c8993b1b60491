package dev.grpctuning.load.cli;

import java.util.List;
import java.util.stream.Stream;

import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.text.RunFormat;

/**
 * Prints thresholds, with {@code load.quiet} only those that do not hold, to standard
 * error if the output format does not have them.
 */
public final class ThresholdLines {

	private ThresholdLines() {
	}

	public static void tell(RunFormat format, List<ThresholdDocument> thresholds, boolean quiet) {
		tell(format, said(thresholds, quiet).map(ThresholdDocument::line));
	}

	public static void tellOfEach(RunFormat format, Stream<RunDocument> runs, boolean quiet) {
		tell(format, runs
			.flatMap((run) -> said(run.thresholds(), quiet).map((threshold) -> run.name() + ": " + threshold.line())));
	}

	private static Stream<ThresholdDocument> said(List<ThresholdDocument> thresholds, boolean quiet) {
		return thresholds.stream().filter((threshold) -> !quiet || !threshold.held());
	}

	private static void tell(RunFormat format, Stream<String> lines) {
		if (format != RunFormat.TABLE && format != RunFormat.JSON) {
			lines.forEach((line) -> System.err.println("threshold " + line));
		}
	}

}
