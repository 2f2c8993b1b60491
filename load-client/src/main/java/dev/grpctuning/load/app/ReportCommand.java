package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.InputFile;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.knee.KneeDocument;
import dev.grpctuning.load.knee.KneeReport;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.text.Report;
import dev.grpctuning.load.tune.TuneDocument;
import dev.grpctuning.load.tune.TuneReport;

/** Draws the report of an experiment, a search or a run again. */
@Component("report")
class ReportCommand implements Command {

	private static final List<Class<? extends Record>> DRAWN = List.of(ExperimentDocument.class, KneeDocument.class,
			TuneDocument.class, RunDocument.class);

	@Override
	public int execute(List<String> files) {
		if (files.size() != 1) {
			throw new UsageException(
					"report: %d folders are named; write ./lab report lab-results/FOLDER".formatted(files.size()));
		}
		Path directory = Path.of(files.getFirst());
		Path file = directory.resolve("result.json");
		Record result = InputFile.read(file, "./lab compare, knee, tune or run", DRAWN);
		try {
			System.out.println(report(result, directory).write(directory));
		}
		catch (IllegalArgumentException ex) {
			throw new UsageException(
					"%s: cannot be drawn (%s); name the folder of another result.".formatted(file, ex.getMessage()),
					ex);
		}
		catch (IOException ex) {
			throw new UsageException("%s: the report cannot be written (%s); make room for it, or copy the folder."
				.formatted(directory, ex), ex);
		}
		return ExitCode.OK;
	}

	private static Report report(Record result, Path directory) {
		return switch (result) {
			case ExperimentDocument experiment -> ExperimentReport.of(experiment, directory);
			case KneeDocument search -> KneeReport.of(search, directory);
			case TuneDocument search -> TuneReport.of(search, directory);
			case RunDocument run -> ExperimentReport.of(run);
			default -> throw new IllegalStateException("result: " + result.getClass());
		};
	}

}
