package dev.grpctuning.load.grid;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.GridLayout;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.Table;

/** Prints the cells of a grid. */
final class GridTable {

	private static final Table<Cell> CSV = new Table<Cell>().text("codec", (cell) -> codec(cell.run()))
		.number("clients", (cell) -> cell.row().clients())
		.number("rpcs", (cell) -> cell.row().rpcs())
		.number("rpcsPerSecond", (cell) -> cell.row().rpcsPerSecond())
		.number("sumMicros", (cell) -> cell.row().sumMicros())
		.number("avgMicros", (cell) -> cell.row().avgMicros())
		.number("simulatedDelayMicros", (cell) -> cell.row().simulatedDelayMicros())
		.number("deltaMicros", (cell) -> cell.row().deltaMicros())
		.number("failed", (cell) -> cell.run().load().counts().failedTotal())
		.number("cancelled", (cell) -> cell.run().load().counts().cancelled())
		.number("unfinished", (cell) -> cell.run().load().counts().unfinished())
		.number("elapsedSeconds", (cell) -> cell.run().load().rate().elapsedSeconds())
		.latencies("latencyMicros", (cell) -> cell.run().load().latencyMicros().service());

	private GridTable() {
	}

	static String of(ExperimentDocument grid, RunFormat format, UnaryOperator<RunDocument> whole) {
		return switch (format) {
			case TABLE, GRID -> lines(cells(grid, whole), format);
			case CSV -> CSV.csv(cells(grid, whole));
			case QPS, JSON -> ExperimentReport.text(grid, format, whole);
		};
	}

	static List<RunDocument> runs(ExperimentDocument grid) {
		return grid.variants().stream().flatMap((variant) -> variant.runs().stream()).toList();
	}

	/** The row of a cell needs all of its run, which is dropped then. */
	private static List<Cell> cells(ExperimentDocument grid, UnaryOperator<RunDocument> whole) {
		return runs(grid).stream().map((run) -> new Cell(GridLayout.Row.of(whole.apply(run)), run)).toList();
	}

	private static String lines(List<Cell> all, RunFormat format) {
		if (all.isEmpty()) {
			return "No cell was measured.";
		}
		StringBuilder text = new StringBuilder();
		all.stream()
			.collect(Collectors.groupingBy((cell) -> codec(cell.run()), LinkedHashMap::new,
					Collectors.mapping(Cell::row, Collectors.toList())))
			.forEach((codec, rows) -> text.append("\n%s\n%s\n".formatted(codec, GridLayout.of(rows))));
		if (format == RunFormat.TABLE) {
			all.forEach((cell) -> cell.run()
				.outcome()
				.thresholds()
				.forEach((threshold) -> text.append("%s: %s\n".formatted(cell.run().name(), threshold.line()))));
		}
		return text.substring(1).stripTrailing();
	}

	private static String codec(RunDocument run) {
		return Templates.kebab(Objects.requireNonNull(run.plan().call().hello()).codec());
	}

	private record Cell(GridLayout.Row row, RunDocument run) {
	}

}
