package dev.grpctuning.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;

import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.Sending;

/**
 * What is said of merged results on a terminal: a table of the clients, and then of the
 * whole what is said of a run.
 */
public final class MergeSummary {

	private static final Map<String, String> LABELS = Map.of("sending", "sent", "client", "clients");

	private MergeSummary() {
	}

	/**
	 * Sums up what several clients measured.
	 * @param merged the whole
	 * @return lines of text without a line end at the end
	 */
	public static String of(MergedDocument merged) {
		SummaryText text = new SummaryText().calls(merged);
		Sending sending = merged.sending();
		if (sending != null) {
			text.line("sent", "%.2f per second, planned %s; %.2f %% later than load.open.max-lag",
					sending.sentPerSecond(), planned(sending), sending.lateShare() * 100);
		}
		if (merged.client() != null) {
			text.client("clients", merged.client(), "largest peak heap");
		}
		if (merged.missing() != null) {
			merged.missing()
				.forEach((figure, results) -> text.line(LABELS.getOrDefault(figure, figure),
						"not added up: there is too little of it in %s, of an earlier version",
						String.join(", ", results)));
		}
		merged.clientLimited().forEach((reason) -> text.line("client-limited", "%s", reason));
		merged.clients().forEach((client) -> ended(text, client));
		return clients(merged) + "\n" + text.end(merged, latencies(merged));
	}

	/**
	 * Says how a client's run ended, unless it was as planned.
	 */
	private static void ended(SummaryText text, MergedDocument.Client client) {
		if (client.stoppedBy() != null) {
			text.line("stopped by", "%s: %s", client.name(), ResultFile.kebab(client.stoppedBy()));
		}
		if (client.failure() != null) {
			text.line("run failed", "%s: %s", client.name(), client.failure());
		}
	}

	private static String planned(Sending sending) {
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
		return SummaryText.table(rows,
				List.of(new Column().header("client").dataAlign(HorizontalAlign.LEFT).with(Row::name),
						SummaryText.figure("began after", Row::began),
						SummaryText.figure("started", (row) -> Figures.count(row.counts().started())),
						SummaryText.figure("answered", (row) -> Figures.count(row.counts().ok())),
						SummaryText.figure("failed", (row) -> Figures.count(row.counts().failedTotal())),
						SummaryText.figure("cancelled", (row) -> Figures.count(row.counts().cancelled())),
						SummaryText.figure("unfinished", (row) -> Figures.count(row.counts().unfinished())),
						SummaryText.figure("per second", (row) -> Figures.rate(row.rate()))));
	}

	/**
	 * Both times of each client; of one that was merged by an earlier version there is
	 * only one.
	 */
	private static List<SummaryText.Row> latencies(MergedDocument merged) {
		List<SummaryText.Row> rows = new ArrayList<>();
		for (MergedDocument.Client client : merged.clients()) {
			if (client.latencyMicros() != null) {
				rows.add(new SummaryText.Row(client.name() + ": service time", client.latencyMicros()));
			}
			rows.add(new SummaryText.Row(client.name() + ": response time", client.responseTimeMicros()));
		}
		return rows;
	}

	/**
	 * A line of the table.
	 *
	 * @param name name of the client
	 * @param began how long after the first it began
	 * @param counts its calls
	 * @param rate calls answered per second
	 */
	private record Row(String name, String began, Counts counts, double rate) {

	}

}
