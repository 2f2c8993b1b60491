package dev.grpctuning.load.experiment;

import dev.grpctuning.load.engine.Progress;

/**
 * Told how a grid gets on.
 */
public interface GridListener {

	/**
	 * The server is up, and it and the client are being warmed up.
	 */
	void warmingUp();

	/**
	 * A cell is being measured.
	 * @param cell the cell
	 */
	void started(GridCell cell);

	/**
	 * A second has passed, of a cell or of what warms up before them.
	 * @param progress how far that has got
	 */
	void progress(Progress progress);

	/**
	 * A cell has been measured.
	 * @param result what came of it
	 */
	void ended(GridResult result);

}
