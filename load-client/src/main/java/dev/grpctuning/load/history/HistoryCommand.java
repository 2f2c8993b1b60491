package dev.grpctuning.load.history;

import java.nio.file.Path;
import java.util.List;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.text.RunFormat;

/** Shows the results in a folder over time, and where their figures change. */
@Component("history")
record HistoryCommand(LoadProperties properties) implements Command {

	@Override
	public int execute(List<String> files) throws Exception {
		if (files.size() != 1) {
			throw new UsageException(
					"history: %d folders are named; write ./lab history lab-results".formatted(files.size()));
		}
		RunFormat format = CommandName.HISTORY.checked(this.properties.format());
		OutputFile output = new OutputFile(this.properties.output());
		output.check();
		HistoryFolder folder = HistoryFolder.read(Path.of(files.getFirst()));
		HistoryDocument history = HistoryDocument.of(folder);
		if (!folder.others().isEmpty() && !this.properties.quiet()) {
			System.err.println("Left out: %d files that are not results of run or compare, such as %s"
				.formatted(folder.others().size(), folder.others().getFirst()));
		}
		output.report(HistoryText.of(history, format), history, this.properties.quiet());
		return ExitCode.OK;
	}

}
