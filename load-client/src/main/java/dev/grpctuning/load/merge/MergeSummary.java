package dev.grpctuning.load.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.SummaryText;
import dev.grpctuning.load.text.Table;

/**
 * What is said of merged results on a terminal: a table of the clients, and then of the
 * whole what is said of a run.
 */
final class MergeSummary {

	private static final Table<Row> CLIENTS = new Table<Row>().text("client", Row::name)
		.number("began after", Row::began)
		.number("started", (row) -> Figures.count(row.counts().started()))
		.number("answered", (row) -> Figures.count(row.counts().ok()))
		.number("failed", (row) -> Figures.count(row.counts().failedTotal()))
		.number("cancelled", (row) -> Figures.count(row.counts().cancelled()))
		.number("unfinished", (row) -> Figures.count(row.counts().unfinished()))
		.number("per second", (row) -> Figures.rate(row.rate()));

	private MergeSummary() {
	}

	static String of(MergedDocument merged) {
		SummaryText text = new SummaryText().calls(merged);
		SendStats sending = merged.sending();
		if (sending != null) {
			text.line("sent", "%.2f per second, planned %s; %.2f %% later than load.open.max-lag",
					sending.sentPerSecond(), planned(sending), sending.lateShare() * 100);
		}
		text.client("clients", merged.client(), "largest peak heap");
		merged.loadGeneratorSaturated().forEach((reason) -> text.line("saturated", "load generator: %s", reason));
		merged.clients().forEach((client) -> ended(text, client));
		return clients(merged) + "\n" + text.end(merged, latencies(merged));
	}

	private static void ended(SummaryText text, MergedDocument.Client client) {
		if (client.stoppedBy() != null) {
			text.line("stopped by", "%s: %s", client.name(), ResultFile.kebab(client.stoppedBy()));
		}
		if (client.failure() != null) {
			text.line("run failed", "%s: %s", client.name(), client.failure());
		}
	}

	private static String planned(SendStats sending) {
		return (sending.plannedPerSecond() != null) ? String.format(Locale.ROOT, "%.2f", sending.plannedPerSecond())
				: "as in the file";
	}

	private static String clients(MergedDocument merged) {
		List<Row> rows = new ArrayList<>();
		merged.clients()
			.forEach((client) -> rows
				.add(new Row(client.name(), String.format(Locale.ROOT, "%.1f ms", client.startedAfterSeconds() * 1e3),
						client.counts(), client.throughputPerSecond())));
		rows.add(new Row("together", "", merged.counts(), merged.throughputPerSecond()));
		return CLIENTS.terminal(rows);
	}

	private static List<SummaryText.Row> latencies(MergedDocument merged) {
		List<SummaryText.Row> rows = new ArrayList<>();
		for (MergedDocument.Client client : merged.clients()) {
			rows.add(new SummaryText.Row(client.name() + ": service time", client.latencyMicros()));
			rows.add(new SummaryText.Row(client.name() + ": response time", client.responseTimeMicros()));
		}
		return rows;
	}

	/**
	 * A line of the table.
	 *
	 * @param rate calls answered per second
	 */
	private record Row(String name, String began, Counts counts, double rate) {

	}

}
