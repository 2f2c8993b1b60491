package dev.grpctuning.load.text;

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
	CSV

}
