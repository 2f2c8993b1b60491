package dev.grpctuning.load.grid;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.text.GridLayout;
import dev.grpctuning.load.text.GridRow;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.Table;

/**
 * The cells of a grid as it is printed.
 */
final class GridTable {

	private static final Table<Cell> CSV = new Table<Cell>().text("codec", (cell) -> codec(cell.run()))
		.number("clients", (cell) -> cell.row().clients())
		.number("rpcs", (cell) -> cell.row().rpcs())
		.number("rpcsPerSecond", (cell) -> cell.row().rpcsPerSecond())
		.number("sumMicros", (cell) -> cell.row().sumMicros())
		.number("avgMicros", (cell) -> cell.row().avgMicros())
		.number("simulatedDelayMicros", (cell) -> cell.row().simulatedDelayMicros())
		.number("deltaMicros", (cell) -> cell.row().deltaMicros())
		.number("failed", (cell) -> cell.run().counts().failedTotal())
		.number("cancelled", (cell) -> cell.run().counts().cancelled())
		.number("unfinished", (cell) -> cell.run().counts().unfinished())
		.number("elapsedSeconds", (cell) -> cell.run().elapsedSeconds())
		.latencies("latencyMicros", (cell) -> cell.run().latencyMicros());

	private GridTable() {
	}

	static String of(ExperimentDocument grid, RunFormat format) {
		return switch (format) {
			case TABLE, GRID -> lines(grid, format);
			case CSV -> CSV.csv(runs(grid).stream().map((run) -> new Cell(GridRow.of(run), run)).toList());
			case QPS, JSON -> ExperimentReport.text(grid, format);
		};
	}

	static List<RunDocument> runs(ExperimentDocument grid) {
		return grid.variants().stream().flatMap((variant) -> variant.runs().stream()).toList();
	}

	private static String lines(ExperimentDocument grid, RunFormat format) {
		List<RunDocument> runs = runs(grid);
		if (runs.isEmpty()) {
			return "No cell was measured.";
		}
		StringBuilder text = new StringBuilder();
		runs.stream()
			.collect(Collectors.groupingBy(GridTable::codec, LinkedHashMap::new, Collectors.toList()))
			.forEach((codec, cells) -> text.append("\n%s\n%s\n".formatted(codec, GridLayout.of(cells))));
		if (format == RunFormat.TABLE) {
			runs.forEach((run) -> run.thresholds()
				.forEach((threshold) -> text.append("%s: %s\n".formatted(run.name(), threshold.line()))));
		}
		return text.substring(1).stripTrailing();
	}

	private static String codec(RunDocument run) {
		return ResultFile.kebab(Objects.requireNonNull(run.plan().call().codec()));
	}

	private record Cell(GridRow row, RunDocument run) {
	}

}
