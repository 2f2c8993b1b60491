package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ServerDocument;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Recovery;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.text.Table.Cell;
import dev.grpctuning.load.text.Table.Format;

/** A row for each variant: the figures of the run that stands for all its runs. */
record ExperimentTable(ExperimentDocument experiment) {

	private static final Set<Format> TERMINAL = Set.of(Format.TERMINAL);

	private static final Table<Row> TABLE = new Table<Row>().text("variant", (row) -> row.variant().plain())
		.in(TERMINAL)
		.text("variant", (row) -> new Cell(row.variant().name(), null, "variant-" + row.place()))
		.in(Format.REPORT)
		.text("ended", (row) -> new Cell(ended(row.variant()), completed(row.variant()) ? "none" : "bad", null))
		.in(Format.REPORT)
		.text("bottleneck",
				diagnosis(
						(diagnosis) -> (diagnosis.bottleneck() != null) ? diagnosis.bottleneck().kind().title() : null))
		.in(Format.REPORT)
		.optional()
		.number("runs", Row::runs)
		.in(Format.REPORT)
		.optional()
		.number("answered", run((run) -> Figures.count(run.counts().ok())))
		.number("of", run((run) -> Figures.count(run.counts().started())))
		.number("per second", run((run) -> Figures.rate(run.rate())))
		.number("goodput", run((run) -> (run.goodput() != null) ? Figures.rate(run.goodput().perSecond()) : null))
		.optional()
		.number("recovery",
				run((run) -> (run.goodput() != null && run.goodput().recovery() != null)
						? recovery(run.goodput().recovery()) : null))
		.optional()
		.number("p50", latency(LatencyFigure.P50))
		.number("p99", latency(LatencyFigure.P99))
		.number("p99.9", latency(LatencyFigure.P999))
		.in(Format.REPORT)
		.number("max", latency(LatencyFigure.MAX))
		.number("CPU per million calls, client / server", run(ExperimentTable::cpu))
		.in(Format.REPORT)
		.number("peak threads",
				server((server) -> (server.peakThreads() != 0) ? Figures.count(server.peakThreads()) : null))
		.number("peak heap", server((server) -> Figures.megabytes(server.peakHeapBytes())))
		.number("young GCs", gc(GcSummary::youngCount))
		.in(TERMINAL)
		.number("full GCs", gc(GcSummary::fullCount))
		.in(TERMINAL)
		.number("degenerated GCs", gcIfAny(GcSummary::degenerated))
		.optional()
		.number("allocation stalls", gcIfAny(GcSummary::stalls))
		.optional()
		.number("GC pauses", server(ExperimentTable::pauses))
		.in(Format.REPORT)
		.number("burst over after", diagnosis(ExperimentTable::bursts))
		.in(Format.REPORT)
		.optional()
		.text("ended", (row) -> ended(row.variant()))
		.in(TERMINAL);

	String html() {
		return TABLE.html(rows());
	}

	String markdown() {
		return TABLE.markdown(rows());
	}

	List<Titled> terminal() {
		List<ExperimentDocument.Workload> workloads = this.experiment.workloads();
		if (workloads == null) {
			return List.of(new Titled(null, TABLE.terminal(rows())));
		}
		return workloads.stream().flatMap((workload) -> {
			List<Row> rows = rows().stream().filter((row) -> workload.name().equals(row.variant().workload())).toList();
			return rows.isEmpty() ? Stream.<Titled>of()
					: Stream.of(new Titled(workload.heading(), TABLE.terminal(rows)));
		}).toList();
	}

	private List<Row> rows() {
		List<Variant> variants = this.experiment.variants();
		boolean several = variants.stream().anyMatch((variant) -> variant.runs().size() > 1);
		return IntStream.range(0, variants.size())
			.mapToObj((at) -> new Row(at + 1, variants.get(at), variants.get(at).medianRun(),
					several ? variants.get(at).runs().size() : null))
			.toList();
	}

	private static String recovery(Recovery recovery) {
		return (recovery.recovered() ? "" : "> ") + Metric.RECOVERY.text(recovery.seconds());
	}

	static String ended(Variant variant) {
		return Templates.text("ended-saturated", variant);
	}

	static boolean completed(Variant variant) {
		return variant.ended() == Ended.COMPLETED && variant.saturated() == null;
	}

	private static Function<Row, @Nullable Object> run(Function<RunDocument, @Nullable Object> value) {
		return (row) -> (row.run() != null) ? value.apply(row.run()) : null;
	}

	private static Function<Row, @Nullable Object> latency(LatencyFigure figure) {
		return run((run) -> Figures.latency(run.responseTimeMicros(), figure));
	}

	private static Function<Row, @Nullable Object> diagnosis(Function<DiagnosisDocument, @Nullable Object> value) {
		return run((run) -> value.apply(run.diagnosis()));
	}

	private static Function<Row, @Nullable Object> server(Function<ServerDocument, @Nullable Object> value) {
		return run((run) -> (run.server() != null) ? value.apply(run.server()) : null);
	}

	private static Function<Row, @Nullable Object> gc(ToIntFunction<GcSummary> count) {
		return server((server) -> (server.gc() != null) ? Figures.count(count.applyAsInt(server.gc())) : null);
	}

	/** Only some collectors have them, and seldom. */
	private static Function<Row, @Nullable Object> gcIfAny(Function<GcSummary, GcSummary.@Nullable Pauses> kind) {
		return server((server) -> {
			GcSummary.Pauses pauses = (server.gc() != null) ? kind.apply(server.gc()) : null;
			return (pauses != null && pauses.count() != 0)
					? "%s (%.2f s)".formatted(Figures.count(pauses.count()), pauses.seconds()) : null;
		});
	}

	/** Microseconds for each call are seconds for a million of them. */
	private static @Nullable Object cpu(RunDocument run) {
		String client = seconds(run.client().cpuMicrosPerCall());
		String server = seconds(run.serverCpuMicrosPerCall());
		return (client.equals("-") && server.equals("-")) ? null : "%s / %s s".formatted(client, server);
	}

	private static String seconds(double seconds) {
		return (seconds > 0) ? String.format(Locale.ROOT, (seconds < 100) ? "%.1f" : "%,.0f", seconds) : "-";
	}

	private static @Nullable Object bursts(DiagnosisDocument diagnosis) {
		return (diagnosis.bursts() == null || diagnosis.bursts().bursts() == 0) ? null
				: "%s, at most %s".formatted(Figures.micros(Math.round(diagnosis.bursts().medianMillis() * 1000)),
						Figures.micros(Math.round(diagnosis.bursts().maxMillis() * 1000)));
	}

	private static @Nullable Object pauses(ServerDocument server) {
		GcSummary gc = server.gc();
		return (gc != null) ? Templates.text("pauses",
				new Pauses(gc.pauseCount(), String.format(Locale.ROOT, "%.2f", gc.pausedSeconds()), gc.fullCount()))
				: null;
	}

	private record Pauses(int all, String seconds, int full) {
	}

	record Titled(@Nullable String heading, String table) {
	}

	private record Row(int place, Variant variant, @Nullable RunDocument run, @Nullable Integer runs) {
	}

}
