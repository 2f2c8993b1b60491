package dev.grpctuning.load.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;
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
		RunFormat format = CommandName.HISTORY.checked(this.properties.output().format());
		OutputFile output = new OutputFile(this.properties.output().file());
		output.check();
		List<Path> others = new ArrayList<>();
		HistoryDocument history = HistoryDocument.of(read(Path.of(files.getFirst()), others));
		if (!others.isEmpty() && !this.properties.output().quiet()) {
			System.err.println("Left out: %d files that are not results of run or compare, such as %s"
				.formatted(others.size(), others.getFirst()));
		}
		String text = switch (format) {
			case JSON -> ResultFile.text(history);
			case CSV -> history.csv();
			case TABLE, QPS, GRID -> history.text();
		};
		output.report(text, history, this.properties.output().quiet());
		return ExitCode.OK;
	}

	/**
	 * Results in the order of their start: the files {@code *.json} of a folder, and
	 * {@code result.json} of the folders in it.
	 */
	static List<Entry> read(Path folder, List<Path> others) {
		if (!Files.isDirectory(folder)) {
			throw new UsageException("%s: %s; name a folder of results, such as lab-results.".formatted(folder,
					Files.exists(folder) ? "it is not a folder" : "there is no such folder"));
		}
		List<Entry> entries = new ArrayList<>();
		for (Path file : files(folder)) {
			try {
				entries.add(new Entry(folder.relativize(file).toString().replaceFirst("(/result)?\\.json$", ""),
						ExperimentDocument.of(ResultFile.read(file, ExperimentDocument.KINDS))));
			}
			catch (IOException | IllegalArgumentException ex) {
				others.add(file);
			}
		}
		if (entries.isEmpty()) {
			throw new UsageException(
					"%s: there is no result of ./lab run or compare in it; name a folder of results, such as lab-results."
						.formatted(folder));
		}
		entries.sort(Comparator.comparing((entry) -> entry.result().startedAt()));
		return entries;
	}

	private static List<Path> files(Path folder) {
		try (Stream<Path> children = Files.list(folder)) {
			return children.map((child) -> Files.isDirectory(child) ? child.resolve("result.json") : child)
				.filter((file) -> file.toString().endsWith(".json") && Files.isRegularFile(file))
				.sorted()
				.toList();
		}
		catch (IOException ex) {
			throw new UsageException("%s: it cannot be read (%s); name a folder that can.".formatted(folder, ex), ex);
		}
	}

	/** A result by the name of its folder, or of its file without the ending. */
	record Entry(String name, ExperimentDocument result) {
	}

}
