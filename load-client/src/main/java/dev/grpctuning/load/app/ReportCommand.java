package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.Command;
import dev.grpctuning.load.cli.CommandName;
import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.knee.KneeDocument;
import dev.grpctuning.load.knee.KneeReport;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.tune.result.TuneDocument;
import dev.grpctuning.load.tune.result.TuneReport;

/**
 * Draws the report of an experiment or a search again.
 */
@Component
class ReportCommand implements Command {

	/**
	 * Results of which there is a report.
	 */
	private static final List<Class<? extends Record>> DRAWN = List.of(ExperimentDocument.class, KneeDocument.class,
			TuneDocument.class);

	@Override
	public CommandName name() {
		return CommandName.REPORT;
	}

	@Override
	public int execute(List<String> files) {
		if (files.size() != 1) {
			throw new UsageException(
					"report: %d folders are named; write ./lab report lab-results/FOLDER".formatted(files.size()));
		}
		String folder = files.getFirst();
		Path directory = Path.of(folder);
		if (!Files.isDirectory(directory)) {
			throw new UsageException("%s: %s; name a folder in which ./lab compare, knee or tune left a result.json."
				.formatted(folder, Files.exists(directory) ? "it is no folder" : "there is no such folder"));
		}
		Record result = read(directory.resolve("result.json"));
		try {
			System.out.println(draw(result, directory));
		}
		catch (IOException ex) {
			throw new UsageException("%s: the report cannot be written (%s); make room for it, or copy the folder."
				.formatted(folder, ex), ex);
		}
		catch (IllegalArgumentException ex) {
			throw unusable(directory.resolve("result.json"), ex);
		}
		return ExitCode.OK;
	}

	private static Path draw(Record result, Path directory) throws IOException {
		return switch (result) {
			case ExperimentDocument experiment -> ExperimentReport.of(experiment).write(directory);
			case KneeDocument search -> KneeReport.of(search).write(directory);
			case TuneDocument search -> TuneReport.of(search).write(directory);
			default -> throw new IllegalStateException("result: " + result.getClass());
		};
	}

	private static Record read(Path file) {
		try {
			return ResultFile.read(file, DRAWN);
		}
		catch (NoSuchFileException ex) {
			throw new UsageException(
					"%s: there is no such file; name a folder in which ./lab compare, knee or tune left one."
						.formatted(file),
					ex);
		}
		catch (IOException | IllegalArgumentException ex) {
			throw unusable(file, ex);
		}
	}

	private static UsageException unusable(Path file, Exception reason) {
		return new UsageException(
				"%s: no result of ./lab compare, knee or tune that can be drawn (%s); name the folder of one."
					.formatted(file, reason.getMessage()),
				reason);
	}

}
