package dev.grpctuning.load.report;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.experiment.Grid;
import dev.grpctuning.load.experiment.GridResult;

/**
 * A grid as it is written to its result file.
 *
 * @param schema number of this form
 * @param startedAt when it began
 * @param environment what it ran on
 * @param jvmOptions JVM options of the server
 * @param properties properties of the server
 * @param cells the cells that were measured
 */
public record GridDocument(int schema, Instant startedAt, Environment environment, List<String> jvmOptions,
		Map<String, String> properties, List<Cell> cells) {

	/**
	 * The document of a grid.
	 * @param grid the grid
	 * @param startedAt when it began
	 * @param results what came of its cells so far
	 * @return the document
	 */
	public static GridDocument of(Grid grid, Instant startedAt, List<GridResult> results) {
		return new GridDocument(RunDocument.SCHEMA, startedAt, Environment.current(), grid.setup().jvmOptions(),
				new TreeMap<>(grid.setup().properties()), results.stream().map(Cell::of).toList());
	}

	/**
	 * This document with other runs.
	 * @param change what becomes of each run
	 * @return the document
	 */
	public GridDocument mapRuns(UnaryOperator<RunDocument> change) {
		return new GridDocument(this.schema, this.startedAt, this.environment, this.jvmOptions, this.properties,
				this.cells.stream().map((cell) -> cell.withRun(change.apply(cell.run()))).toList());
	}

	/**
	 * The runs of all cells.
	 * @return the runs, in order
	 */
	public List<RunDocument> runs() {
		return this.cells.stream().map(Cell::run).toList();
	}

	/**
	 * What is printed of it.
	 * @param format for whom
	 * @return lines of text without a line end at the end
	 */
	public String text(RunFormat format) {
		return switch (format) {
			case TABLE, GRID -> table();
			case QPS ->
				runs().stream().map((run) -> run.name() + "\n" + format.of(run)).collect(Collectors.joining("\n"));
			case JSON -> ResultFile.text(this);
			case CSV -> GridCsv.of(this.cells);
		};
	}

	/**
	 * A header and a line for each cell, codec by codec.
	 */
	private String table() {
		Map<HelloCodec, List<RunDocument>> codecs = this.cells.stream()
			.collect(Collectors.groupingBy(Cell::codec, LinkedHashMap::new,
					Collectors.mapping(Cell::run, Collectors.toList())));
		StringBuilder text = new StringBuilder(this.cells.isEmpty() ? "No cell was measured." : "");
		codecs.forEach((codec, runs) -> text.append(text.isEmpty() ? "" : "\n")
			.append(ResultFile.kebab(codec))
			.append('\n')
			.append(GridLayout.of(runs))
			.append('\n'));
		runs().forEach((run) -> run.gates()
			.forEach((gate) -> text.append(run.name()).append(": ").append(gate.line()).append('\n')));
		return text.toString().stripTrailing();
	}

	/**
	 * A cell.
	 *
	 * @param codec codec of the messages
	 * @param row its line in the table
	 * @param run all that was measured
	 */
	public record Cell(HelloCodec codec, GridRow row, RunDocument run) {

		private static Cell of(GridResult result) {
			RunDocument run = RunDocument.of(result.cell().name(), null, result.plan(), result.load());
			return new Cell(result.cell().codec(), GridRow.of(run), run);
		}

		private Cell withRun(RunDocument other) {
			return new Cell(this.codec, this.row, other);
		}

	}

}
