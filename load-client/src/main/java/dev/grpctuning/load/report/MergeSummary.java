package dev.grpctuning.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;

import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * What is said of merged results on a terminal.
 */
public final class MergeSummary {

	private MergeSummary() {
	}

	/**
	 * Sums up what several clients measured.
	 * @param merged the whole
	 * @return lines of text without a line end at the end
	 */
	public static String of(MergedDocument merged) {
		List<Row> rows = new ArrayList<>();
		merged.clients()
			.forEach((client) -> rows
				.add(new Row(client.name(), String.format(Locale.ROOT, "%.1f ms", client.startedAfterSeconds() * 1e3),
						client.counts(), client.throughputPerSecond(), client.responseTimeMicros())));
		rows.add(new Row("together", "", merged.counts(), merged.throughputPerSecond(), merged.responseTimeMicros()));
		StringBuilder text = new StringBuilder(AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, rows,
				List.of(new Column().header("client").dataAlign(HorizontalAlign.LEFT).with(Row::name),
						column("began after", Row::began),
						column("started", (row) -> Figures.count(row.counts().started())),
						column("answered", (row) -> Figures.count(row.counts().ok())),
						column("failed", (row) -> Figures.count(row.counts().failedTotal())),
						column("cancelled", (row) -> Figures.count(row.counts().cancelled())),
						column("unfinished", (row) -> Figures.count(row.counts().unfinished())),
						column("per second", (row) -> Figures.rate(row.rate())),
						column("p50", (row) -> Figures.micros(row.response().p50())),
						column("p99", (row) -> Figures.micros(row.response().p99())),
						column("p99.9", (row) -> Figures.micros(row.response().p999())),
						column("max", (row) -> Figures.micros(row.response().max())))));
		text.append("\nLatencies are response times, from when a call was due.");
		merged.counts()
			.failed()
			.forEach((status, count) -> text.append("\nfailed         ")
				.append(Figures.count(count))
				.append(' ')
				.append(status)
				.append(": ")
				.append(merged.firstFailures().getOrDefault(status, "").replaceAll("\\s+", " ")));
		String protocolErrors = ProtocolErrorsText.of(merged.protocolErrors());
		if (protocolErrors != null) {
			text.append('\n').append(ProtocolErrorsText.LABEL).append(' ').append(protocolErrors);
		}
		merged.clientLimited().forEach((reason) -> text.append("\nclient-limited ").append(reason));
		merged.gates().forEach((gate) -> text.append("\ngate           ").append(gate.line()));
		return text.toString();
	}

	private static ColumnData<Row> column(String header, Function<Row, String> value) {
		return new Column().header(header)
			.headerAlign(HorizontalAlign.RIGHT)
			.dataAlign(HorizontalAlign.RIGHT)
			.with(value);
	}

	/**
	 * A line of the table.
	 *
	 * @param name name of the client
	 * @param began how long after the first it began
	 * @param counts its calls
	 * @param rate calls answered per second
	 * @param response response times
	 */
	private record Row(String name, String began, Counts counts, double rate, LatencySummary response) {

	}

}
