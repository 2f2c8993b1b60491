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
	 * @return lines of text without a line end at the end
	 */
	public String of(RunDocument run) {
		return switch (this) {
			case TABLE -> RunSummary.of(run);
			case JSON -> ResultFile.text(run);
			case CSV -> RunCsv.of(List.of(run));
		};
	}

}
