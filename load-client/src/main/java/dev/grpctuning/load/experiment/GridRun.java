package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.ServerExit;

/**
 * Measures the cells of a grid one after the other at one server, which is warm then.
 */
public final class GridRun {

	private final Grid grid;

	private final ChannelsFactory channels;

	private final GridListener listener;

	private final CurrentRun current = new CurrentRun();

	/**
	 * Prepares to measure a grid.
	 * @param grid the grid
	 * @param channels opens the channels of each cell
	 * @param listener told how it gets on
	 */
	public GridRun(Grid grid, ChannelsFactory channels, GridListener listener) {
		this.grid = grid;
		this.channels = channels;
		this.listener = listener;
	}

	/**
	 * Measures all cells, or those that come before {@link #interrupt()}.
	 * @param results given what came of each cell of which a call was started, as soon as
	 * it ended
	 * @throws IOException if the server did not come up or has ended, or its logs cannot
	 * be written or read
	 */
	public void run(Consumer<GridResult> results) throws IOException {
		if (!this.current.prepare()) {
			return;
		}
		try (ForkedServer server = ForkedServer.start(
				this.grid.setup().spec(new Variant("grid", null, null, List.of(), Map.of()), this.grid.directory()))) {
			boolean gone = false;
			try {
				server.awaitReady(this.grid.setup().startTimeout());
				gone = run(server, results);
			}
			catch (InterruptedException ex) {
				// That is what was asked for.
			}
			this.current.end();
			ServerExit exit = server.stop();
			if (gone) {
				throw gone(exit);
			}
		}
		catch (InterruptedException ex) {
			// The server is ended by force then.
		}
	}

	/**
	 * Ends the grid soon: the cell that is being measured is stopped and counted, and no
	 * further one begins. May be called from any thread.
	 */
	public void interrupt() {
		this.current.interrupt();
	}

	/**
	 * Measures the cells.
	 * @return whether the server has ended before the last one did
	 */
	private boolean run(ForkedServer server, Consumer<GridResult> results) throws IOException, InterruptedException {
		this.listener.warmingUp();
		for (LoadPlan plan : this.grid.warmups()) {
			if (drive(server, plan).stoppedBy() != null) {
				break;
			}
		}
		for (GridCell cell : this.grid.cells()) {
			if (!this.current.prepare()) {
				return false;
			}
			this.listener.started(cell);
			LoadPlan plan = this.grid.plan(cell);
			GridResult result = new GridResult(cell, plan, drive(server, plan));
			if (result.load().counts().started() != 0) {
				this.listener.ended(result);
				results.accept(result);
			}
			if (result.load().stoppedBy() == StopReason.SERVER_GONE) {
				return true;
			}
		}
		return false;
	}

	private static IOException gone(ServerExit exit) {
		String reason = (exit.outOfMemory() != null) ? exit.outOfMemory() : exit.lastError();
		return new IOException(
				"the server has ended with exit code " + exit.exitCode() + ((reason != null) ? ": " + reason : ""));
	}

	private LoadResult drive(ForkedServer server, LoadPlan plan) throws IOException, InterruptedException {
		try (CallChannels open = this.channels.open(server.address(), plan, this.grid.setup().connectTimeout())) {
			LoadRun run = new LoadRun(plan, open, this.listener::progress);
			this.current.begin(run);
			server.onExit(() -> run.stop(StopReason.SERVER_GONE));
			return run.run();
		}
		finally {
			this.current.end();
		}
	}

}
