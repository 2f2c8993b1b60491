package dev.grpctuning.load.report;

import java.util.List;

/**
 * Runs as comma-separated values.
 */
final class RunCsv {

	private static final Csv<RunDocument> LINES = new Csv<RunDocument>().column("name", RunDocument::name)
		.column("target", RunDocument::target)
		.column("startedAt", RunDocument::startedAt)
		.column("model", (run) -> run.plan().model())
		.column("channels", (run) -> run.plan().channels())
		.column("started", (run) -> run.counts().started())
		.column("ok", (run) -> run.counts().ok())
		.column("failed", (run) -> run.counts().failedTotal())
		.column("cancelled", (run) -> run.counts().cancelled())
		.column("unfinished", (run) -> run.counts().unfinished())
		.column("elapsedSeconds", RunDocument::elapsedSeconds)
		.column("throughputPerSecond", RunDocument::throughputPerSecond)
		.latencies("latencyMicros", RunDocument::latencyMicros)
		.latencies("responseTimeMicros", RunDocument::responseTimeMicros)
		.column("requestBytes", (run) -> (run.messageSizes() != null) ? run.messageSizes().requestBytes() : null)
		.column("responseBytes", (run) -> (run.messageSizes() != null) ? run.messageSizes().responseBytes() : null)
		.column("sentPerSecond", (run) -> (run.sending() != null) ? run.sending().sentPerSecond() : null)
		.column("lateShare", (run) -> (run.sending() != null) ? run.sending().lateShare() : null)
		.column("clientCpuSeconds", (run) -> run.client().cpuSeconds())
		.column("clientCpuMicrosPerCall", (run) -> run.client().cpuMicrosPerCall())
		.column("clientPeakHeapBytes", (run) -> run.client().peakHeapBytes())
		.column("clientLimited", (run) -> run.client().limited())
		.column("serverCpuSeconds", (run) -> (run.server() != null) ? run.server().cpuSeconds() : null)
		.column("serverPeakThreads", (run) -> (run.server() != null) ? run.server().peakThreads() : null)
		.column("serverPeakHeapBytes", (run) -> (run.server() != null) ? run.server().peakHeapBytes() : null)
		.column("protocolErrors", (run) -> (run.protocolErrors() != null) ? run.protocolErrors().count() : null);

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

}
