package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.diagnosis.BottleneckDocument;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ServerDocument;
import dev.grpctuning.load.server.process.GcSummary;
import dev.grpctuning.load.stats.Figures;

/**
 * The figures of all variants, a row for each: those of the run that stands for all of
 * its runs.
 */
record VariantTable(List<String> columns, boolean bottlenecks, List<Row> rows) {

	private static final List<Column> COLUMNS = List.of(column("answered", VariantTable::answered),
			column("per second", (run) -> Figures.rate(run.throughputPerSecond())),
			column("p50", (run) -> latency(run, run.responseTimeMicros().p50())),
			column("p99", (run) -> latency(run, run.responseTimeMicros().p99())),
			column("p99.9", (run) -> latency(run, run.responseTimeMicros().p999())),
			column("max", (run) -> latency(run, run.responseTimeMicros().max())),
			column("CPU per million calls, client / server", VariantTable::cpu),
			server("peak threads", (server) -> (server.peakThreads() != 0) ? Figures.count(server.peakThreads()) : "-"),
			server("peak heap", (server) -> Figures.megabytes(server.peakHeapBytes())),
			server("GC pauses", VariantTable::pauses));

	/**
	 * Columns that stand there only if a variant has something in them, as that of the
	 * bottleneck does.
	 */
	private static final List<Column> OCCASIONAL = List.of(column("burst over after", VariantTable::bursts));

	private static final Column BOTTLENECK = column("bottleneck", VariantTable::bottleneck);

	static VariantTable of(ExperimentDocument experiment) {
		List<Column> columns = new ArrayList<>(COLUMNS);
		OCCASIONAL.stream()
			.filter((column) -> experiment.variants().stream().anyMatch((variant) -> has(column, variant)))
			.forEach(columns::add);
		boolean several = experiment.variants().stream().anyMatch((variant) -> variant.runs().size() > 1);
		List<String> names = new ArrayList<>();
		if (several) {
			names.add("runs");
		}
		columns.forEach((column) -> names.add(column.name()));
		return new VariantTable(names, experiment.variants().stream().anyMatch((variant) -> has(BOTTLENECK, variant)),
				experiment.variants().stream().map((variant) -> Row.of(variant, several, columns)).toList());
	}

	private static boolean has(Column column, Variant variant) {
		RunDocument run = variant.medianRun();
		return run != null && column.value().apply(run) != null;
	}

	private static String answered(RunDocument run) {
		String answered = Figures.count(run.counts().ok());
		return (run.counts().ok() != run.counts().started()) ? answered + " of " + Figures.count(run.counts().started())
				: answered;
	}

	private static String latency(RunDocument run, long micros) {
		return Figures.latency(run.responseTimeMicros(), micros);
	}

	/**
	 * Microseconds for each call are seconds for a million of them.
	 */
	private static @Nullable String cpu(RunDocument run) {
		String client = seconds(run.client().cpuMicrosPerCall());
		String server = seconds(run.serverCpuMicrosPerCall());
		return (client.equals("-") && server.equals("-")) ? null : "%s / %s s".formatted(client, server);
	}

	private static String seconds(double seconds) {
		if (!(seconds > 0)) {
			return "-";
		}
		return String.format(Locale.ROOT, (seconds < 100) ? "%.1f" : "%,.0f", seconds);
	}

	private static @Nullable String bursts(RunDocument run) {
		Bursts bursts = (run.diagnosis() != null) ? run.diagnosis().bursts() : null;
		if (bursts == null || bursts.bursts() == 0) {
			return null;
		}
		return "%s, at most %s".formatted(Figures.micros(Math.round(bursts.medianMillis() * 1000)),
				Figures.micros(Math.round(bursts.maxMillis() * 1000)));
	}

	private static @Nullable String bottleneck(RunDocument run) {
		BottleneckDocument bottleneck = (run.diagnosis() != null) ? run.diagnosis().bottleneck() : null;
		return (bottleneck != null) ? bottleneck.kind().title() : null;
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
	 * @param bottleneck what held it up, or {@code null} if that is not known
	 * @param cells its figures in the order of the columns
	 */
	record Row(String name, @Nullable String bottleneck, List<String> cells, String ended, boolean completed) {

		private static Row of(Variant variant, boolean several, List<Column> columns) {
			RunDocument run = variant.medianRun();
			List<String> cells = new ArrayList<>();
			if (several) {
				cells.add(Figures.count(variant.runs().size()));
			}
			for (Column column : columns) {
				String value = (run != null) ? column.value().apply(run) : null;
				cells.add((value != null) ? value : "-");
			}
			return new Row(variant.name(), (run != null) ? VariantTable.bottleneck(run) : null, cells,
					VariantView.ended(variant), VariantView.completed(variant));
		}

	}

	private record Column(String name, Function<RunDocument, @Nullable String> value) {
	}

}
