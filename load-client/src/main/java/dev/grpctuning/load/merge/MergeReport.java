package dev.grpctuning.load.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.RunReport;
import dev.grpctuning.load.text.SummaryText;
import dev.grpctuning.load.text.Table;

/** Prints the sum of several clients: their table, then a summary. */
final class MergeReport {

	private static final Table<MergedDocument> CSV = RunReport
		.sending(RunReport
			.calls(new Table<MergedDocument>().text("targets", (merged) -> String.join(" ", merged.targets()))
				.text("startedAt", (merged) -> merged.load().startedAt())
				.number("clients", (merged) -> merged.clients().size())))
		.text("loadGeneratorSaturated", (merged) -> merged.load().client().saturated())
		.number("protocolErrors", RunReport::protocolErrors)
		.text("failure", (merged) -> merged.outcome().failure());

	private static final Table<Row> CLIENTS = new Table<Row>().text("client", Row::name)
		.number("began after", Row::began)
		.number("started", (row) -> Figures.count(row.counts().started()))
		.number("answered", (row) -> Figures.count(row.counts().ok()))
		.number("failed", (row) -> Figures.count(row.counts().failedTotal()))
		.number("cancelled", (row) -> Figures.count(row.counts().cancelled()))
		.number("unfinished", (row) -> Figures.count(row.counts().unfinished()))
		.number("per second", (row) -> Figures.rate(row.rate()));

	private MergeReport() {
	}

	static String of(MergedDocument merged, RunFormat format) {
		return switch (format) {
			case TABLE -> summary(merged);
			case JSON -> ResultFile.text(merged);
			case CSV -> CSV.csv(List.of(merged));
			case QPS, GRID -> throw new IllegalArgumentException("format: " + format);
		};
	}

	private static String summary(MergedDocument merged) {
		SummaryText text = new SummaryText().calls(merged.load());
		SendStats sending = merged.load().sending();
		if (sending != null) {
			text.line("sent", "%.2f per second, planned %s; %.2f %% later than load.open.max-lag",
					sending.sentPerSecond(), planned(sending), sending.lateShare() * 100);
		}
		text.client("clients", merged.load().client(), "largest peak heap");
		List<SummaryText.Row> latencies = new ArrayList<>();
		merged.clients().forEach((client) -> {
			ended(text, client);
			latencies
				.add(new SummaryText.Row(client.name() + ": service time", client.load().latencyMicros().service()));
			latencies
				.add(new SummaryText.Row(client.name() + ": response time", client.load().latencyMicros().response()));
		});
		return clients(merged) + "\n" + text.end(merged, latencies);
	}

	private static void ended(SummaryText text, MergedDocument.Client client) {
		LoadResult load = client.load();
		if (load.client().saturated()) {
			text.line("saturated", "load generator: %s: %s", client.name(), load.client().saturatedBy());
		}
		if (load.stoppedBy() != null) {
			text.line("stopped by", "%s: %s", client.name(), Templates.kebab(load.stoppedBy()));
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
			.forEach((client) -> rows.add(new Row(client.name(),
					String.format(Locale.ROOT, "%.1f ms", merged.startedAfterSeconds(client) * 1e3),
					client.load().counts(), client.load().rate().perSecond())));
		rows.add(new Row("together", "", merged.load().counts(), merged.load().rate().perSecond()));
		return CLIENTS.terminal(rows);
	}

	private record Row(String name, String began, Counts counts, double rate) {
	}

}
