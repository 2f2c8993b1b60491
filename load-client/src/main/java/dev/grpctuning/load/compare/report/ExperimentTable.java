package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ServerDocument;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Recovery;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.text.Table.Cell;
import dev.grpctuning.load.text.Table.Format;

/** A row for each variant: the figures of the run that stands for all its runs. */
final class ExperimentTable {

	private static final Set<Format> TERMINAL = Set.of(Format.TERMINAL);

	static final Table<VariantView> TABLE = new Table<VariantView>()
		.text("variant", (row) -> row.variant().plain() + ((row.role() != null) ? " (%s)".formatted(row.role()) : ""))
		.in(TERMINAL)
		.text("variant", (row) -> new Cell(row.variant().name(), null, "variant-" + (row.index() + 1), row.role()))
		.in(Format.REPORT)
		.text("ended", VariantView::ended)
		.in(Format.REPORT)
		.text("bottleneck",
				diagnosis(
						(diagnosis) -> (diagnosis.bottleneck() != null) ? diagnosis.bottleneck().kind().title() : null))
		.in(Format.REPORT)
		.optional()
		.number("runs", VariantView::runs)
		.in(Format.REPORT)
		.optional()
		.number("answered", run((run) -> Figures.count(run.load().counts().ok())))
		.in(TERMINAL)
		.number("of", run((run) -> Figures.count(run.load().counts().started())))
		.in(TERMINAL)
		.number("answered", run(ExperimentTable::answered))
		.in(Format.REPORT)
		.number("per second", relative(Metric.THROUGHPUT, (run) -> Figures.rate(run.rateLoad().rate().perSecond())))
		.number("goodput", relative(Metric.GOODPUT,
				(run) -> (run.outcome().goodput() != null) ? Figures.rate(run.outcome().goodput().perSecond()) : null))
		.optional()
		.number("recovery",
				relative(Metric.RECOVERY,
						(run) -> (run.outcome().recovery() != null) ? recovery(run.outcome().recovery()) : null))
		.optional()
		.number("p50", latency(LatencyFigure.P50, Metric.P50))
		.number("p99", latency(LatencyFigure.P99, Metric.P99))
		.number("p99.9", latency(LatencyFigure.P999, null))
		.in(Format.REPORT)
		.number("max", latency(LatencyFigure.MAX, null))
		.number("CPU per million calls, client / server", relativeOf(Metric.SERVER_CPU, ExperimentTable::cpu))
		.in(Format.REPORT)
		.number("peak threads",
				server((server) -> (server.peakThreads() != 0) ? Figures.count(server.peakThreads()) : null))
		.optional()
		.number("peak heap", server((server) -> Figures.megabytes(server.peakHeapBytes())))
		.optional()
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
		.optional()
		.number("burst over after", diagnosis(ExperimentTable::bursts))
		.in(Format.REPORT)
		.optional()
		.text("ended", VariantView::ended)
		.in(TERMINAL);

	private ExperimentTable() {
	}

	private static String recovery(Recovery recovery) {
		return (recovery.recovered() ? "" : "> ") + Metric.RECOVERY.text(recovery.seconds());
	}

	private static Cell answered(RunDocument run) {
		long started = run.load().counts().started();
		return Cell.noted(Figures.count(run.load().counts().ok()), null,
				(run.load().counts().ok() == started) ? null : "of " + Figures.count(started));
	}

	private static Function<VariantView, @Nullable Object> run(Function<RunDocument, @Nullable Object> value) {
		return (row) -> (row.run() != null) ? value.apply(row.run()) : null;
	}

	/** A figure, and below it how many times the baseline's it is. */
	private static Function<VariantView, @Nullable Object> relative(Metric metric,
			Function<RunDocument, @Nullable Object> value) {
		Function<VariantView, @Nullable Object> figure = run(value);
		return relativeOf(metric,
				(row) -> (row.sliced(metric) instanceof Double median) ? metric.text(median) : figure.apply(row));
	}

	private static Function<VariantView, @Nullable Object> relativeOf(Metric metric,
			Function<VariantView, @Nullable Object> figure) {
		return (row) -> (figure.apply(row) instanceof Object text)
				? Cell.noted(text.toString(), null, row.times(metric)) : null;
	}

	/**
	 * Latencies of a run that died are those of the calls that it answered before, which
	 * nobody should compare.
	 */
	private static Function<VariantView, @Nullable Object> latency(LatencyFigure figure, @Nullable Metric metric) {
		return (row) -> {
			RunDocument run = row.run();
			if (run == null) {
				return null;
			}
			Double sliced = (metric != null) ? row.sliced(metric) : null;
			String text = (metric != null && sliced != null) ? metric.text(sliced)
					: Figures.latency(run.load().latencyMicros().response(), figure);
			double answered = Headline.answered(List.of(run));
			return (run.load().stoppedBy() != null && run.load().stoppedBy() != StopReason.PRECISE)
					? Cell.noted(text, "died none",
							Double.isNaN(answered) ? null : Figures.share(answered) + " answered")
					: Cell.noted(text, null, (metric != null) ? row.times(metric) : null);
		};
	}

	private static Function<VariantView, @Nullable Object> diagnosis(
			Function<DiagnosisDocument, @Nullable Object> value) {
		return run((run) -> value.apply(run.diagnosis()));
	}

	private static Function<VariantView, @Nullable Object> server(Function<ServerDocument, @Nullable Object> value) {
		return run((run) -> (run.server() != null) ? value.apply(run.server()) : null);
	}

	private static Function<VariantView, @Nullable Object> gc(ToIntFunction<GcSummary> count) {
		return server((server) -> (server.gc() != null) ? Figures.count(count.applyAsInt(server.gc())) : null);
	}

	/** Only some collectors have them, and only rarely. */
	private static Function<VariantView, @Nullable Object> gcIfAny(
			Function<GcSummary, GcSummary.@Nullable Pauses> kind) {
		return server((server) -> {
			GcSummary.Pauses pauses = (server.gc() != null) ? kind.apply(server.gc()) : null;
			return (pauses != null && pauses.count() != 0)
					? "%s (%.2f s)".formatted(Figures.count(pauses.count()), pauses.seconds()) : null;
		});
	}

	/** Microseconds for each call are seconds for a million of them. */
	private static @Nullable Object cpu(VariantView row) {
		RunDocument run = row.run();
		if (run == null) {
			return null;
		}
		String client = seconds(run.load().client().cpuMicrosPerCall());
		String server = seconds(
				Objects.requireNonNullElse(row.sliced(Metric.SERVER_CPU), run.serverCpuMicrosPerCall()));
		return (client.equals("-") && server.equals("-")) ? null : "%s / %s s".formatted(client, server);
	}

	private static String seconds(double seconds) {
		return (seconds > 0) ? String.format(Locale.ROOT, (seconds < 100) ? "%.1f" : "%,.0f", seconds) : "-";
	}

	private static @Nullable Object bursts(DiagnosisDocument diagnosis) {
		return (diagnosis.bursts() == null || diagnosis.bursts().bursts() == 0) ? null
				: Cell.noted(Figures.micros(Math.round(diagnosis.bursts().medianMillis() * 1000)), null,
						"at most " + Figures.micros(Math.round(diagnosis.bursts().maxMillis() * 1000)));
	}

	private static @Nullable Object pauses(ServerDocument server) {
		GcSummary gc = server.gc();
		return (gc != null)
				? Cell.noted(String.format(Locale.ROOT, "%d in %.2f s", gc.pauseCount(), gc.pausedSeconds()), null,
						(gc.fullCount() != 0) ? gc.fullCount() + " full" : null)
				: null;
	}

}
