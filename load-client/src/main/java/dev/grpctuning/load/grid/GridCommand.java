package dev.grpctuning.load;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.experiment.Grid;
import dev.grpctuning.load.experiment.GridResult;
import dev.grpctuning.load.experiment.GridRun;
import dev.grpctuning.load.gate.Gate;
import dev.grpctuning.load.report.GateDocument;
import dev.grpctuning.load.report.GridDisplay;
import dev.grpctuning.load.report.GridDocument;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.RunFormat;

/**
 * Measures a grid: clients × simulated delay × codecs.
 */
@Component
class GridCommand implements Command {

	static final String NAME = "grid";

	private final GridFactory grids;

	private final ChannelsFactory channels;

	private final LoadProperties properties;

	GridCommand(GridFactory grids, ChannelsFactory channels, LoadProperties properties) {
		this.grids = grids;
		this.channels = channels;
		this.properties = properties;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Set<String> options() {
		return Set.of(NAME);
	}

	@Override
	public int execute(List<String> files) throws Exception {
		Instant startedAt = Instant.now();
		Grid grid = this.grids.create(startedAt);
		OutputFile output = new OutputFile(this.properties.output());
		output.check();
		List<Gate> gates = this.properties.checkedGates();
		ResultFolder.make(grid.directory());
		List<GridResult> results = new ArrayList<>();
		GridRun run = new GridRun(grid, this.channels, new GridDisplay(grid, this.properties.quiet(), System.err));
		return Interruptible.call(() -> {
			boolean failed = measure(run, results);
			GridDocument document = GridDocument.of(grid, startedAt, results)
				.mapRuns((cell) -> cell.withGates(Gate.check(gates, cell)));
			ResultFolder.write(document, grid.directory());
			RunFormat format = this.properties.format();
			output.report(document.text(format), document, this.properties.quiet());
			// Its own layout has them.
			GateLines.tellOfEach((format == RunFormat.GRID) ? RunFormat.TABLE : format, document.runs().stream(),
					this.properties.quiet());
			if (!this.properties.quiet()) {
				System.err.println("More in " + grid.directory());
			}
			tellFailures(document.runs());
			return failed ? ExitCode.RUN_FAILED : exitCode(document.runs());
		}, run::interrupt);
	}

	/**
	 * Measures what can be measured.
	 * @return whether something made the rest impossible
	 */
	private static boolean measure(GridRun run, List<GridResult> results) {
		try {
			run.run(results::add);
			return false;
		}
		catch (IOException ex) {
			System.err.println("grid: " + ex.getMessage());
			return true;
		}
	}

	private static void tellFailures(List<RunDocument> cells) {
		cells.stream()
			.filter((cell) -> cell.failure() != null)
			.forEach((cell) -> System.err.println("%s failed: %s".formatted(cell.name(), cell.failure())));
	}

	private static int exitCode(List<RunDocument> cells) {
		if (cells.stream().noneMatch((cell) -> cell.counts().anyAsPlanned())
				|| cells.stream().anyMatch((cell) -> cell.failure() != null)) {
			return ExitCode.RUN_FAILED;
		}
		return cells.stream().flatMap((cell) -> cell.gates().stream()).allMatch(GateDocument::held) ? ExitCode.OK
				: ExitCode.GATE_FAILED;
	}

}
