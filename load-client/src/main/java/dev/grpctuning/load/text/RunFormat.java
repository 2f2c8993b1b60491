package dev.grpctuning.load.text;

/**
 * Format of a run on standard output: a summary, the lines of grpc-java's qps_client, the
 * columns of the grid, the document of a result file, or a line of names and one of
 * figures.
 */
public enum RunFormat {

	TABLE, QPS, GRID, JSON, CSV

}
