package dev.grpctuning.load.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.ExperimentDocument;
import dev.grpctuning.load.report.ExperimentDocument.Variant;
import dev.grpctuning.load.report.Figures;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.ServerDocument;
import dev.grpctuning.load.server.GcSummary;

/**
 * The figures of all variants, a row for each: those of the run that stands for all of
 * its runs.
 *
 * @param columns what the columns after the name are called
 * @param rows the rows
 */
record VariantTable(List<String> columns, List<Row> rows) {

	private static final List<Column> COLUMNS = List.of(column("answered", VariantTable::answered),
			column("per second", (run) -> Figures.rate(run.throughputPerSecond())),
			column("p50", (run) -> latency(run, run.responseTimeMicros().p50())),
			column("p99", (run) -> latency(run, run.responseTimeMicros().p99())),
			column("p99.9", (run) -> latency(run, run.responseTimeMicros().p999())),
			column("max", (run) -> latency(run, run.responseTimeMicros().max())),
			column("CPU per call", VariantTable::cpuPerCall),
			server("peak threads", (server) -> (server.peakThreads() != 0) ? Figures.count(server.peakThreads()) : "-"),
			server("peak heap", (server) -> Figures.megabytes(server.peakHeapBytes())),
			server("GC pauses", VariantTable::pauses));

	static VariantTable of(ExperimentDocument experiment) {
		boolean several = experiment.variants().stream().anyMatch((variant) -> variant.runs().size() > 1);
		List<String> names = new ArrayList<>();
		if (several) {
			names.add("runs");
		}
		COLUMNS.forEach((column) -> names.add(column.name()));
		return new VariantTable(names,
				experiment.variants().stream().map((variant) -> Row.of(variant, several)).toList());
	}

	private static String answered(RunDocument run) {
		String answered = Figures.count(run.counts().ok());
		return (run.counts().ok() != run.counts().started()) ? answered + " of " + Figures.count(run.counts().started())
				: answered;
	}

	private static String latency(RunDocument run, long micros) {
		return (run.responseTimeMicros().count() != 0) ? Figures.micros(micros) : "-";
	}

	private static @Nullable String cpuPerCall(RunDocument run) {
		ServerDocument server = run.server();
		return (server != null && server.cpuSeconds() > 0 && run.counts().ok() != 0)
				? Figures.micros(Math.round(server.cpuSeconds() * 1e6 / run.counts().ok())) : null;
	}

	private static @Nullable String pauses(ServerDocument server) {
		GcSummary gc = server.gc();
		if (gc == null) {
			return null;
		}
		return String.format(Locale.ROOT, "%,d in %.2f s%s", gc.youngCount() + gc.fullCount(),
				gc.youngSeconds() + gc.fullSeconds(),
				(gc.fullCount() != 0) ? ", " + Figures.count(gc.fullCount()) + " full" : "");
	}

	private static Column column(String name, Function<RunDocument, @Nullable String> value) {
		return new Column(name, value);
	}

	private static Column server(String name, Function<ServerDocument, @Nullable String> value) {
		return new Column(name, (run) -> (run.server() != null) ? value.apply(run.server()) : null);
	}

	/**
	 * A variant's figures.
	 *
	 * @param name its name
	 * @param cells its figures in the order of the columns
	 * @param ended how it ended
	 * @param completed whether that was as planned
	 */
	record Row(String name, List<String> cells, String ended, boolean completed) {

		private static Row of(Variant variant, boolean several) {
			RunDocument run = variant.medianRun();
			List<String> cells = new ArrayList<>();
			if (several) {
				cells.add(Figures.count(variant.runs().size()));
			}
			for (Column column : COLUMNS) {
				String value = (run != null) ? column.value().apply(run) : null;
				cells.add((value != null) ? value : "-");
			}
			return new Row(variant.name(), cells, VariantView.ended(variant), VariantView.completed(variant));
		}

	}

	private record Column(String name, Function<RunDocument, @Nullable String> value) {
	}

}
