package dev.grpctuning.load.grid;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.CompareCommand;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.result.RunDocument;

/** Measures clients × simulated delay × codecs as an experiment at one server. */
@Component("grid")
record GridCommand(GridFactory grids, CompareCommand compare) implements Command {

	@Override
	public int execute(List<String> files) throws Exception {
		Instant startedAt = Instant.now();
		Experiment grid = this.grids.create(startedAt);
		return this.compare.run(CommandName.GRID.toString(), grid, RunServers.unchanged(grid.setup(), grid.directory()),
				startedAt, (cells, whole) -> GridTable.of(cells, this.compare.properties().output().format(), whole),
				GridCommand::exitCode);
	}

	static int exitCode(ExperimentDocument grid) {
		List<RunDocument> failed = GridTable.runs(grid)
			.stream()
			.filter((run) -> run.outcome().failure() != null)
			.toList();
		failed.forEach((run) -> System.err.println("%s failed: %s".formatted(run.name(), run.outcome().failure())));
		boolean serverLost = grid.variants()
			.stream()
			.anyMatch((variant) -> EnumSet.of(Ended.EXITED, Ended.OUT_OF_MEMORY, Ended.WRONG_TUNING)
				.contains(variant.ended()));
		return (serverLost || !failed.isEmpty()) ? ExitCode.RUN_FAILED : CompareCommand.exitCode(grid);
	}

}
