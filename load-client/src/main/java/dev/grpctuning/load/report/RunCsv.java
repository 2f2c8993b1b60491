package dev.grpctuning.load.report;

import java.util.List;

/**
 * Runs as comma-separated values.
 */
final class RunCsv {

	private static final Csv<RunDocument> LINES = lines();

	private RunCsv() {
	}

	/**
	 * Writes runs.
	 * @param runs the runs
	 * @return lines of text without a line end at the end
	 */
	static String of(List<RunDocument> runs) {
		return LINES.of(runs);
	}

	private static Csv<RunDocument> lines() {
		Csv<RunDocument> csv = new Csv<RunDocument>().column("name", RunDocument::name)
			.column("target", RunDocument::target)
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
