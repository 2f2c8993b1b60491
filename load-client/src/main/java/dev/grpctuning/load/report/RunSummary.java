package dev.grpctuning.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.Bursts;
import dev.grpctuning.load.engine.Sending;
import dev.grpctuning.load.engine.WarmupResult;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * What is said of one run on a terminal.
 */
public final class RunSummary {

	private static final String LABEL = "%-15s";

	private RunSummary() {
	}

	/**
	 * Sums up a run.
	 * @param run the run
	 * @return lines of text without a line end at the end
	 */
	public static String of(RunDocument run) {
		StringBuilder text = new StringBuilder();
		line(text, "answered", "%s of %s in %.1f s, %s per second", Figures.count(run.counts().ok()),
				Figures.count(run.counts().started()), run.elapsedSeconds(), Figures.rate(run.throughputPerSecond()));
		run.counts()
			.failed()
			.forEach((status, count) -> line(text, "failed", "%s %s: %s", Figures.count(count), status,
					run.firstFailures().getOrDefault(status, "").replaceAll("\\s+", " ")));
		if (run.counts().cancelled() != 0) {
			line(text, "cancelled", "%s by the client, as load.cancel.share has it",
					Figures.count(run.counts().cancelled()));
		}
		line(text, "unfinished", "%s", Figures.count(run.counts().unfinished()));
		String protocolErrors = ProtocolErrorsText.of(run.protocolErrors());
		if (protocolErrors != null) {
			line(text, ProtocolErrorsText.LABEL, " %s", protocolErrors);
		}
		if (run.messages() != null) {
			line(text, "messages", "%s sent, %s per second; %s received, %s per second",
					Figures.count(run.messages().sent()), Figures.rate(run.messages().sentPerSecond()),
					Figures.count(run.messages().received()), Figures.rate(run.messages().receivedPerSecond()));
		}
		if (run.warmup() != null) {
			line(text, "warm-up", "%.1f s%s", run.warmup().seconds(), steady(run.warmup()));
		}
		OpenDocument plan = run.plan().open();
		if (run.sending() != null && plan != null) {
			line(text, "sent", "%.2f per second, planned %s; %.2f %% more than %s ms late",
					run.sending().sentPerSecond(), planned(run.sending(), plan), run.sending().lateShare() * 100,
					plan.maxLagMillis());
		}
		Bursts bursts = (run.why() != null) ? run.why().bursts() : null;
		if (bursts != null) {
			line(text, "bursts", "%s", BurstsText.of(bursts));
		}
		line(text, "client", "%.1f s CPU, %.1f µs per call, peak heap %s", run.client().cpuSeconds(),
				run.client().cpuMicrosPerCall(), Figures.megabytes(run.client().peakHeapBytes()));
		if (run.client().limited()) {
			line(text, "client-limited", "%s", run.client().limitedBy());
		}
		if (run.stoppedBy() != null) {
			line(text, "stopped by", "%s", ResultFile.kebab(run.stoppedBy()));
		}
		text.append(latencies(run));
		run.gates()
			.forEach((gate) -> text.append('\n').append(String.format(Locale.ROOT, LABEL, "gate")).append(gate.line()));
		return text.toString();
	}

	private static String steady(WarmupResult warmup) {
		if (warmup.steady() == null) {
			return "";
		}
		return warmup.steady() ? ", until rate and p99 were flat" : "; rate and p99 were not flat then";
	}

	private static String planned(Sending sending, OpenDocument plan) {
		if (sending.plannedPerSecond() == null || plan.arrivals() == null) {
			return "as in the file";
		}
		return String.format(Locale.ROOT, "%.2f (%s, seed %d)", sending.plannedPerSecond(),
				ResultFile.kebab(plan.arrivals()), plan.seed());
	}

	private static void line(StringBuilder text, String label, String format, @Nullable Object... values) {
		text.append(String.format(Locale.ROOT, LABEL, label))
			.append(String.format(Locale.ROOT, format, values))
			.append('\n');
	}

	private static String latencies(RunDocument run) {
		List<Row> rows = new ArrayList<>();
		rows.add(new Row("service time, from the send", run.latencyMicros()));
		rows.add(new Row("response time, from when it was due", run.responseTimeMicros()));
		if (run.messages() != null) {
			rows.add(new Row("between two messages of a call", run.messages().gapMicros()));
		}
		if (run.sending() != null) {
			rows.add(new Row("send lag, from when it was due to the send", run.sending().lagMicros()));
		}
		List<ColumnData<Row>> columns = List.of(
				new Column().header("").dataAlign(HorizontalAlign.LEFT).with(Row::label),
				column("min", (row) -> Figures.micros(row.latency().min())),
				column("mean", (row) -> Figures.micros(Math.round(row.latency().mean()))),
				column("p50", (row) -> Figures.micros(row.latency().p50())),
				column("p90", (row) -> Figures.micros(row.latency().p90())),
				column("p99", (row) -> Figures.micros(row.latency().p99())),
				column("p99.9", (row) -> Figures.micros(row.latency().p999())),
				column("p99.99", (row) -> Figures.micros(row.latency().p9999())),
				column("max", (row) -> Figures.micros(row.latency().max())));
		return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, rows, columns);
	}

	private static ColumnData<Row> column(String header, Function<Row, String> value) {
		return new Column().header(header)
			.headerAlign(HorizontalAlign.RIGHT)
			.dataAlign(HorizontalAlign.RIGHT)
			.with(value);
	}

	private record Row(String label, LatencySummary latency) {
	}

}
