package dev.grpctuning.load.report;

import java.util.List;

/**
 * What is printed of a run on standard output.
 */
public enum RunFormat {

	/**
	 * For people.
	 */
	TABLE,

	/**
	 * The lines of grpc-java's qps_client.
	 */
	QPS,

	/**
	 * The columns of the grid: clients × simulated delay.
	 */
	GRID,

	/**
	 * The document that a result file holds.
	 */
	JSON,

	/**
	 * A line of column names and a line of figures, comma-separated.
	 */
	CSV;

	/**
	 * Writes a run.
	 * @param run the run
	 * @return lines of text without a line end at the end, unless the format has an empty
	 * line there
	 */
	public String of(RunDocument run) {
		return switch (this) {
			case TABLE -> RunSummary.of(run);
			case QPS -> QpsLayout.of(run);
			case GRID -> GridLayout.of(List.of(run));
			case JSON -> ResultFile.text(run);
			case CSV -> RunCsv.of(List.of(run));
		};
	}

}
