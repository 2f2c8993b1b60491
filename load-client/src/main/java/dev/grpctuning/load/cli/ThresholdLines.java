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
		tell(format, "", thresholds, quiet);
	}

	public static void tellOfEach(RunFormat format, Stream<RunDocument> runs, boolean quiet) {
		runs.forEach((run) -> tell(format, run.name() + ": ", run.thresholds(), quiet));
	}

	private static void tell(RunFormat format, String prefix, List<ThresholdDocument> thresholds, boolean quiet) {
		if (format != RunFormat.TABLE && format != RunFormat.JSON) {
			thresholds.stream()
				.filter((threshold) -> !quiet || !threshold.held())
				.forEach((threshold) -> System.err.println("threshold " + prefix + threshold.line()));
		}
	}

}
