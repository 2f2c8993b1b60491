package dev.grpctuning.load.report;

import java.util.List;

/**
 * Cells of a grid as comma-separated values.
 */
final class GridCsv {

	private static final Csv<GridDocument.Cell> LINES = new Csv<GridDocument.Cell>()
		.column("codec", (cell) -> ResultFile.kebab(cell.codec()))
		.column("clients", (cell) -> cell.row().clients())
		.column("rpcs", (cell) -> cell.row().rpcs())
		.column("rpcsPerSecond", (cell) -> cell.row().rpcsPerSecond())
		.column("sumMicros", (cell) -> cell.row().sumMicros())
		.column("avgMicros", (cell) -> cell.row().avgMicros())
		.column("simulatedDelayMicros", (cell) -> cell.row().simulatedDelayMicros())
		.column("deltaMicros", (cell) -> cell.row().deltaMicros())
		.column("failed", (cell) -> cell.run().counts().failedTotal())
		.column("cancelled", (cell) -> cell.run().counts().cancelled())
		.column("unfinished", (cell) -> cell.run().counts().unfinished())
		.column("elapsedSeconds", (cell) -> cell.run().elapsedSeconds())
		.latencies("latencyMicros", (cell) -> cell.run().latencyMicros());

	private GridCsv() {
	}

	/**
	 * Writes cells.
	 * @param cells the cells
	 * @return lines of text without a line end at the end
	 */
	static String of(List<GridDocument.Cell> cells) {
		return LINES.of(cells);
	}

}
