package dev.grpctuning.load.text;

/** A run on standard output: summary, qps_client's lines, the grid, JSON or CSV. */
public enum RunFormat {

	TABLE, QPS, GRID, JSON, CSV

}
