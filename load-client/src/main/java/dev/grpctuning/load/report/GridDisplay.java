package dev.grpctuning.load.report;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.Progress;
import dev.grpctuning.load.experiment.Grid;
import dev.grpctuning.load.experiment.GridCell;
import dev.grpctuning.load.experiment.GridListener;
import dev.grpctuning.load.experiment.GridResult;

/**
 * Shows how a grid gets on: how long it will take, each cell, its progress, and what came
 * of it.
 */
public final class GridDisplay implements GridListener {

	/**
	 * Roughly what hello-service takes until it is up.
	 */
	private static final Duration SERVER_START = Duration.ofSeconds(6);

	private final PrintStream out;

	private final boolean quiet;

	private final int cells;

	private int begun;

	private @Nullable ProgressDisplay progress;

	/**
	 * Begins a display.
	 * @param grid what is measured
	 * @param quiet whether nothing is shown
	 * @param out where to
	 */
	public GridDisplay(Grid grid, boolean quiet, PrintStream out) {
		this.quiet = quiet;
		this.out = out;
		this.cells = grid.cells().size();
		print("grid: %d cells of %s s, about %s", this.cells, Figures.seconds(grid.plan().model().duration()),
				about(grid.length().plus(SERVER_START)));
	}

	static String about(Duration time) {
		long minutes = Math.round(time.toSeconds() / 60.0);
		return (minutes < 2) ? time.toSeconds() + " s" : minutes + " minutes";
	}

	private void print(String format, Object... values) {
		if (!this.quiet) {
			this.out.println(String.format(Locale.ROOT, format, values));
		}
	}

	@Override
	public void warmingUp() {
		print("warming up");
	}

	@Override
	public void started(GridCell cell) {
		finishProgress();
		this.begun++;
		print("[%d/%d] %s", this.begun, this.cells, cell.name());
	}

	@Override
	public void progress(Progress seen) {
		if (this.progress == null) {
			this.progress = ProgressDisplay.of("running", this.quiet, this.out);
		}
		this.progress.show(seen);
	}

	@Override
	public void ended(GridResult result) {
		finishProgress();
		LoadResult load = result.load();
		print("  %s RPCs, %s per second, %.1f us on average%s%s%s", Figures.count(load.counts().ok()),
				Figures.rate(load.throughputPerSecond()), load.latencyMicros().mean(), failed(load),
				load.client().limited() ? "; client-limited: " + load.client().limitedBy() : "",
				(load.stoppedBy() != null) ? String.format(Locale.ROOT, "; %s after %.1f s",
						ResultFile.kebab(load.stoppedBy()), load.elapsedSeconds()) : "");
	}

	private static String failed(LoadResult load) {
		Counts counts = load.counts();
		StringBuilder text = new StringBuilder();
		counts.failed()
			.forEach((status, count) -> text.append("; ")
				.append(Figures.count(count))
				.append(' ')
				.append(status)
				.append(": ")
				.append(load.firstFailures().getOrDefault(status, "").replaceAll("\\s+", " ")));
		String protocolErrors = ProtocolErrorsText.of(load.protocolErrors());
		if (protocolErrors != null) {
			text.append("; ").append(ProtocolErrorsText.LABEL).append(' ').append(protocolErrors);
		}
		if (counts.cancelled() != 0) {
			text.append("; ").append(Figures.count(counts.cancelled())).append(" cancelled");
		}
		if (counts.unfinished() != 0) {
			text.append("; ").append(Figures.count(counts.unfinished())).append(" unfinished");
		}
		return text.toString();
	}

	private void finishProgress() {
		if (this.progress != null) {
			this.progress.finish();
			this.progress = null;
		}
	}

}
