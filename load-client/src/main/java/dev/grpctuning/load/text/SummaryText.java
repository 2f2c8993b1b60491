package dev.grpctuning.load.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.stats.Figures;

/**
 * What is said of a run, or of several clients together, on a terminal: a line for each
 * figure, behind its label, and a table of latencies.
 */
public final class SummaryText {

	private static final Table<Row> LATENCIES = latencies();

	private final List<String> lines = new ArrayList<>();

	private static Table<Row> latencies() {
		Table<Row> table = new Table<Row>().text("", Row::label);
		table = latency(table, "min", LatencySummary::min);
		table = latency(table, "mean", (latency) -> Math.round(latency.mean()));
		table = latency(table, "p50", LatencySummary::p50);
		table = latency(table, "p90", LatencySummary::p90);
		table = latency(table, "p99", LatencySummary::p99);
		table = latency(table, "p99.9", LatencySummary::p999);
		table = latency(table, "p99.99", LatencySummary::p9999);
		return latency(table, "max", LatencySummary::max);
	}

	public SummaryText line(String label, String format, @Nullable Object... values) {
		this.lines.add(String.format(Locale.ROOT, "%-15s", label) + String.format(Locale.ROOT, format, values));
		return this;
	}

	/**
	 * Says what became of calls and messages, and of the warm-up before.
	 */
	public SummaryText calls(Measured measured) {
		line("answered", "%s of %s in %.1f s, %s per second", Figures.count(measured.counts().ok()),
				Figures.count(measured.counts().started()), measured.elapsedSeconds(),
				Figures.rate(measured.throughputPerSecond()));
		measured.counts()
			.failed()
			.forEach((status, count) -> line("failed", "%s %s: %s", Figures.count(count), status,
					measured.firstFailures().getOrDefault(status, "").replaceAll("\\s+", " ")));
		if (measured.counts().cancelled() != 0) {
			line("cancelled", "%s by the client, as load.cancel.share has it",
					Figures.count(measured.counts().cancelled()));
		}
		line("unfinished", "%s", Figures.count(measured.counts().unfinished()));
		String protocolErrors = ProtocolErrorsText.of(measured.protocolErrors());
		if (protocolErrors != null) {
			line(ProtocolErrorsText.LABEL, " %s", protocolErrors);
		}
		Messages messages = measured.messages();
		if (messages != null) {
			line("messages", "%s sent, %s per second; %s received, %s per second", Figures.count(messages.sent()),
					Figures.rate(messages.sentPerSecond()), Figures.count(messages.received()),
					Figures.rate(messages.receivedPerSecond()));
		}
		WarmupResult warmup = measured.warmup();
		if (warmup != null) {
			line("warm-up", "%.1f s%s", warmup.seconds(), steady(warmup));
		}
		return this;
	}

	private static String steady(WarmupResult warmup) {
		if (warmup.steady() == null) {
			return "";
		}
		return warmup.steady() ? ", until rate and p99 were flat" : "; rate and p99 were not flat then";
	}

	/**
	 * Says what it cost the client.
	 */
	public SummaryText client(String label, ClientUse client, String heap) {
		return line(label, "%.1f s CPU, %.1f µs per call, %s %s", client.cpuSeconds(), client.cpuMicrosPerCall(), heap,
				Figures.megabytes(client.peakHeapBytes()));
	}

	/**
	 * Ends with the latencies and the conditions.
	 */
	public String end(Measured measured, List<Row> rows) {
		if (measured.clippedLatencies() != 0) {
			line("clipped", "%s times below 1 µs or above 1 h, recorded as these",
					Figures.count(measured.clippedLatencies()));
		}
		this.lines.add(latencies(measured, rows));
		measured.thresholds().forEach((threshold) -> line("threshold", "%s", threshold.line()));
		return String.join("\n", this.lines);
	}

	private static String latencies(Measured measured, List<Row> above) {
		List<Row> rows = new ArrayList<>(above);
		rows.add(new Row("service time, from the send", measured.latencyMicros()));
		rows.add(new Row("response time, from when it was due", measured.responseTimeMicros()));
		if (measured.messages() != null) {
			rows.add(new Row("between two messages of a call", measured.messages().gapMicros()));
		}
		if (measured.sending() != null) {
			rows.add(new Row("send lag, from when it was due to the send", measured.sending().lagMicros()));
		}
		return LATENCIES.terminal(rows);
	}

	private static Table<Row> latency(Table<Row> table, String header, Function<LatencySummary, Long> micros) {
		return table.number(header, (row) -> Figures.latency(row.latency(), micros.apply(row.latency())));
	}

	/**
	 * A line of the table of latencies.
	 */
	public record Row(String label, LatencySummary latency) {
	}

}
