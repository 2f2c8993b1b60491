package dev.grpctuning.load.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.stats.Figures;

/** The summary of a run, or of several clients together, on a terminal. */
public final class SummaryText {

	private static final Table<Row> LATENCIES = new Table<Row>().text("", Row::label)
		.number("min", micros(LatencyFigure.MIN))
		.number("mean", micros(LatencyFigure.MEAN))
		.number("p50", micros(LatencyFigure.P50))
		.number("p90", micros(LatencyFigure.P90))
		.number("p99", micros(LatencyFigure.P99))
		.number("p99.9", micros(LatencyFigure.P999))
		.number("p99.99", micros(LatencyFigure.P9999))
		.number("max", micros(LatencyFigure.MAX));

	private final List<String> lines = new ArrayList<>();

	public SummaryText line(String label, String format, @Nullable Object... values) {
		this.lines.add(String.format(Locale.ROOT, "%-15s", label) + String.format(Locale.ROOT, format, values));
		return this;
	}

	/** Adds the lines of calls, messages and the warm-up. */
	public SummaryText calls(Measured measured) {
		Counts counts = measured.counts();
		line("answered", "%,d of %,d in %.1f s, %,.0f per second%s", counts.ok(), counts.started(),
				measured.elapsedSeconds(), measured.throughputPerSecond(), window(measured));
		RunWords.statuses(measured, false)
			.forEach((status, calls) -> line("of which", "%,d %s", calls.latencyMicros().count(), status));
		RunWords.failures(measured)
			.forEach((failure) -> line("failed", "%,d %s: %s", failure.count(), failure.status(), failure.message()));
		if (counts.cancelled() != 0) {
			line("cancelled", "%,d by the client, as load.cancel.share has it", counts.cancelled());
		}
		line("unfinished", "%,d", counts.unfinished());
		String protocolErrors = RunWords.protocolErrors(measured.protocolErrors());
		if (protocolErrors != null) {
			line(RunWords.PROTOCOL_ERRORS, " %s", protocolErrors);
		}
		Messages messages = measured.messages();
		if (messages != null) {
			line("messages", "%,d sent, %,.0f per second; %,d received, %,.0f per second", messages.sent(),
					messages.sentPerSecond(), messages.received(), messages.receivedPerSecond());
		}
		WarmupResult warmup = measured.warmup();
		if (warmup != null) {
			line("warm-up", "%.1f s%s", warmup.seconds(), steady(warmup));
		}
		return this;
	}

	/** Adds a remark if the time after the start of the last call is not counted. */
	private static String window(Measured measured) {
		String window = String.format(Locale.ROOT, "%.1f s", measured.windowSeconds());
		return window.equals(String.format(Locale.ROOT, "%.1f s", measured.elapsedSeconds())) ? ""
				: " in the first " + window;
	}

	private static String steady(WarmupResult warmup) {
		if (warmup.steady() == null) {
			return "";
		}
		return warmup.steady() ? ", until rate and p99 were flat" : "; rate and p99 were not shown to be flat";
	}

	public SummaryText client(String label, ClientUse client, String heap) {
		return line(label, "%.1f s CPU, %.1f µs per call, %s %s", client.cpuSeconds(), client.cpuMicrosPerCall(), heap,
				Figures.megabytes(client.peakHeapBytes()));
	}

	/** Adds latencies and thresholds, and returns the text. */
	public String end(Measured measured, List<Row> rows) {
		if (measured.clippedLatencies() != 0) {
			line("clipped", "%,d times below 1 µs or above 1 h, recorded as these", measured.clippedLatencies());
		}
		this.lines.add(latencies(measured, rows));
		measured.thresholds().forEach((threshold) -> line("threshold", "%s", threshold.line()));
		return String.join("\n", this.lines);
	}

	private static String latencies(Measured measured, List<Row> above) {
		List<Row> rows = new ArrayList<>(above);
		rows.add(new Row("service time, from the send", measured.latencyMicros()));
		rows.add(new Row("response time, from when it was due", measured.responseTimeMicros()));
		RunWords.statuses(measured, true).forEach((status, calls) -> {
			rows.add(new Row("service time of " + status, calls.latencyMicros()));
			rows.add(new Row("response time of " + status, calls.responseTimeMicros()));
		});
		if (measured.messages() != null) {
			rows.add(new Row("between two messages of a call", measured.messages().gapMicros()));
		}
		if (measured.sending() != null) {
			rows.add(new Row("send lag, from when it was due to the send", measured.sending().lagMicros()));
		}
		return LATENCIES.terminal(rows);
	}

	private static Function<Row, @Nullable Object> micros(LatencyFigure figure) {
		return (row) -> Figures.latency(row.latency(), figure);
	}

	/** Latencies behind a label. */
	public record Row(String label, LatencySummary latency) {
	}

}
