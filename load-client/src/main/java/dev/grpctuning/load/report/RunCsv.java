package dev.grpctuning.load.report;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.grpctuning.load.report.ExperimentDocument.Variant;

/**
 * Runs as comma-separated values.
 */
final class RunCsv {

	private RunCsv() {
	}

	/**
	 * Writes runs.
	 * @param runs the runs
	 * @return lines of text without a line end at the end
	 */
	static String of(List<RunDocument> runs) {
		return lines(named()).of(runs);
	}

	/**
	 * Writes the runs of an experiment.
	 * @param variants its variants
	 * @return a line for each run of each variant, with its round
	 */
	static String ofRounds(List<Variant> variants) {
		Map<RunDocument, Integer> rounds = new IdentityHashMap<>();
		variants.forEach((variant) -> IntStream.range(0, variant.runs().size())
			.forEach((run) -> rounds.put(variant.runs().get(run), variant.rounds().get(run))));
		return lines(named().column("round", rounds::get))
			.of(variants.stream().flatMap((variant) -> variant.runs().stream()).toList());
	}

	private static Csv<RunDocument> named() {
		return new Csv<RunDocument>().column("name", RunDocument::name);
	}

	private static Csv<RunDocument> lines(Csv<RunDocument> csv) {
		csv.column("target", RunDocument::target)
			.column("startedAt", RunDocument::startedAt)
			.column("model", (run) -> run.plan().model())
			.column("channels", (run) -> run.plan().channels());
		Csv.calls(csv)
			.column("requestBytes", (run) -> (run.messageSizes() != null) ? run.messageSizes().requestBytes() : null)
			.column("responseBytes", (run) -> (run.messageSizes() != null) ? run.messageSizes().responseBytes() : null);
		return Csv.sending(csv)
			.column("clientLimited", (run) -> run.client().limited())
			.column("serverCpuSeconds", (run) -> (run.server() != null) ? run.server().cpuSeconds() : null)
			.column("serverPeakThreads", (run) -> (run.server() != null) ? run.server().peakThreads() : null)
			.column("serverPeakHeapBytes", (run) -> (run.server() != null) ? run.server().peakHeapBytes() : null)
			.column("protocolErrors", Csv::protocolErrors)
			.column("failure", RunDocument::failure);
	}

}
