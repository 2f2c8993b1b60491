package dev.grpctuning.load.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencySummary;

/**
 * Runs as comma-separated values: a line of names and a line for each run. The names are
 * those of the result file.
 */
final class RunCsv {

	private static final Map<String, Function<RunDocument, @Nullable Object>> COLUMNS = columns();

	private RunCsv() {
	}

	/**
	 * Writes runs.
	 * @param runs the runs
	 * @return lines of text without a line end at the end
	 */
	static String of(List<RunDocument> runs) {
		StringBuilder text = new StringBuilder();
		try (CSVPrinter lines = new CSVPrinter(text, CSVFormat.RFC4180)) {
			lines.printRecord(COLUMNS.keySet());
			for (RunDocument run : runs) {
				lines.printRecord(COLUMNS.values().stream().map((column) -> column.apply(run)));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return text.toString().strip();
	}

	private static Map<String, Function<RunDocument, @Nullable Object>> columns() {
		Map<String, Function<RunDocument, @Nullable Object>> columns = new LinkedHashMap<>();
		columns.put("name", RunDocument::name);
		columns.put("target", RunDocument::target);
		columns.put("startedAt", RunDocument::startedAt);
		columns.put("model", (run) -> run.plan().model());
		columns.put("channels", (run) -> run.plan().channels());
		columns.put("started", (run) -> run.counts().started());
		columns.put("ok", (run) -> run.counts().ok());
		columns.put("failed", (run) -> run.counts().failedTotal());
		columns.put("cancelled", (run) -> run.counts().cancelled());
		columns.put("unfinished", (run) -> run.counts().unfinished());
		columns.put("elapsedSeconds", RunDocument::elapsedSeconds);
		columns.put("throughputPerSecond", RunDocument::throughputPerSecond);
		latencies(columns, "latencyMicros", RunDocument::latencyMicros);
		latencies(columns, "responseTimeMicros", RunDocument::responseTimeMicros);
		columns.put("sentPerSecond", (run) -> (run.sending() != null) ? run.sending().sentPerSecond() : null);
		columns.put("lateShare", (run) -> (run.sending() != null) ? run.sending().lateShare() : null);
		columns.put("clientCpuSeconds", (run) -> run.client().cpuSeconds());
		columns.put("clientCpuMicrosPerCall", (run) -> run.client().cpuMicrosPerCall());
		columns.put("clientPeakHeapBytes", (run) -> run.client().peakHeapBytes());
		columns.put("clientLimited", (run) -> run.client().limited());
		columns.put("serverCpuSeconds", (run) -> (run.server() != null) ? run.server().cpuSeconds() : null);
		columns.put("serverPeakThreads", (run) -> (run.server() != null) ? run.server().peakThreads() : null);
		columns.put("serverPeakHeapBytes", (run) -> (run.server() != null) ? run.server().peakHeapBytes() : null);
		return columns;
	}

	private static void latencies(Map<String, Function<RunDocument, @Nullable Object>> columns, String prefix,
			Function<RunDocument, LatencySummary> latencies) {
		Map<String, Function<LatencySummary, Object>> values = new LinkedHashMap<>();
		values.put("min", LatencySummary::min);
		values.put("mean", LatencySummary::mean);
		values.put("p50", LatencySummary::p50);
		values.put("p75", LatencySummary::p75);
		values.put("p90", LatencySummary::p90);
		values.put("p95", LatencySummary::p95);
		values.put("p99", LatencySummary::p99);
		values.put("p999", LatencySummary::p999);
		values.put("p9999", LatencySummary::p9999);
		values.put("max", LatencySummary::max);
		values.forEach((name, value) -> columns.put(prefix + "." + name, (run) -> {
			LatencySummary summary = latencies.apply(run);
			return (summary.count() != 0) ? value.apply(summary) : null;
		}));
	}

}
