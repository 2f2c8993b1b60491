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

import dev.grpctuning.load.engine.ProtocolErrors;
import dev.grpctuning.load.latency.LatencyFigure;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * Comma-separated values: a line of names, and a line for each of several documents. The
 * names are those of the result file.
 *
 * @param <T> type of the documents
 */
final class Csv<T> {

	private final Map<String, Function<T, @Nullable Object>> columns = new LinkedHashMap<>();

	Csv<T> column(String name, Function<T, @Nullable Object> value) {
		this.columns.put(name, value);
		return this;
	}

	/**
	 * Adds columns of what became of calls, and of their latencies.
	 */
	static <T extends Measured> Csv<T> calls(Csv<T> csv) {
		return csv.column("started", (run) -> run.counts().started())
			.column("ok", (run) -> run.counts().ok())
			.column("failed", (run) -> run.counts().failedTotal())
			.column("cancelled", (run) -> run.counts().cancelled())
			.column("unfinished", (run) -> run.counts().unfinished())
			.column("elapsedSeconds", Measured::elapsedSeconds)
			.column("throughputPerSecond", Measured::throughputPerSecond)
			.latencies("latencyMicros", Measured::latencyMicros)
			.latencies("responseTimeMicros", Measured::responseTimeMicros);
	}

	/**
	 * Adds columns of how calls were sent, and what they cost the client.
	 */
	static <T extends Measured> Csv<T> sending(Csv<T> csv) {
		return csv.column("sentPerSecond", (run) -> (run.sending() != null) ? run.sending().sentPerSecond() : null)
			.column("lateShare", (run) -> (run.sending() != null) ? run.sending().lateShare() : null)
			.column("clientCpuSeconds", (run) -> (run.client() != null) ? run.client().cpuSeconds() : null)
			.column("clientCpuMicrosPerCall", (run) -> (run.client() != null) ? run.client().cpuMicrosPerCall() : null)
			.column("clientPeakHeapBytes", (run) -> (run.client() != null) ? run.client().peakHeapBytes() : null);
	}

	/**
	 * How many errors there were, if they were counted.
	 */
	static @Nullable Object protocolErrors(Measured measured) {
		ProtocolErrors errors = measured.protocolErrors();
		return (errors != null) ? errors.count() : null;
	}

	/**
	 * Adds a column for each figure of a distribution, empty where nothing was recorded.
	 */
	Csv<T> latencies(String prefix, Function<T, LatencySummary> latencies) {
		for (LatencyFigure figure : LatencyFigure.values()) {
			column(prefix + "." + figure.title().replace(".", ""), (document) -> {
				LatencySummary summary = latencies.apply(document);
				return (summary.count() != 0) ? figure.number(summary) : null;
			});
		}
		return this;
	}

	/**
	 * Writes documents.
	 * @param documents the documents
	 * @return lines of text without a line end at the end
	 */
	String of(List<T> documents) {
		StringBuilder text = new StringBuilder();
		try (CSVPrinter lines = new CSVPrinter(text, CSVFormat.RFC4180)) {
			lines.printRecord(this.columns.keySet());
			for (T document : documents) {
				lines.printRecord(this.columns.values().stream().map((column) -> column.apply(document)));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return text.toString().strip();
	}

}
