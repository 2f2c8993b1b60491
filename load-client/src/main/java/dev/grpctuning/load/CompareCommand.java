package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.springframework.stereotype.Component;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.experiment.Experiment;
import dev.grpctuning.load.experiment.ExperimentRun;
import dev.grpctuning.load.experiment.VariantResult;
import dev.grpctuning.load.report.ExperimentDisplay;
import dev.grpctuning.load.report.ExperimentDocument;
import dev.grpctuning.load.report.ExperimentTable;
import dev.grpctuning.load.report.ResultFile;

/**
 * Runs an experiment: the same plan at each of its variants.
 */
@Component
class CompareCommand implements Command {

	static final String NAME = "compare";

	private final ExperimentFactory experiments;

	private final ChannelsFactory channels;

	CompareCommand(ExperimentFactory experiments, ChannelsFactory channels) {
		this.experiments = experiments;
		this.channels = channels;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public int execute(List<String> files) throws Exception {
		Instant startedAt = Instant.now();
		Experiment experiment = this.experiments.create(startedAt);
		makeDirectory(experiment.directory());
		List<VariantResult> results = new ArrayList<>();
		ExperimentRun run = new ExperimentRun(experiment, this.channels, new ExperimentDisplay(experiment, System.err));
		return Interruptible.call(() -> {
			run.run((result) -> {
				results.add(result);
				write(experiment, startedAt, results);
			});
			System.out.println(ExperimentTable.of(write(experiment, startedAt, results)));
			System.out
				.println("Latencies are response times, from when a call was due. More in " + experiment.directory());
			return answeredAny(results) ? ExitCode.OK : ExitCode.RUN_FAILED;
		}, run::interrupt);
	}

	private static boolean answeredAny(List<VariantResult> results) {
		return results.stream()
			.flatMap((result) -> result.runs().stream())
			.anyMatch((run) -> run.load().counts().ok() != 0);
	}

	private static void makeDirectory(Path directory) {
		try {
			Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UsageException("experiment.output: %s cannot be made (%s); name a folder that can be written to."
				.formatted(directory, ex.getMessage()), ex);
		}
	}

	private static ExperimentDocument write(Experiment experiment, Instant startedAt, List<VariantResult> results) {
		ExperimentDocument document = ExperimentDocument.of(experiment, startedAt, results);
		try {
			ResultFile.write(document, experiment.directory().resolve("result.json"));
		}
		catch (IOException ex) {
			throw new UsageException(
					"experiment.output: the result cannot be written (%s); make room for it, or name a folder that can be written to."
						.formatted(ex),
					ex);
		}
		return document;
	}

}
