package dev.grpctuning.load.ab;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import org.springframework.boot.ApplicationArguments;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Gate;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.CompareCommand;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ServiceJar;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.servers.RunServersFactory;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.text.RunFormat;

/** Runs two builds of a service in turn, and fails if the second is worse. */
@Component("ab")
record AbCommand(ExperimentFactory experiments, RunServersFactory servers, CompareCommand compare,
		ApplicationArguments arguments) implements Command {

	/** A user does not notice smaller changes. */
	private static final double GATE = 0.05;

	@Override
	public int execute(List<String> files) throws Exception {
		if (files.size() != 2) {
			throw new UsageException(
					"ab: %d jars are named; write ./lab ab OLD.jar NEW.jar --gate=5%%".formatted(files.size()));
		}
		Gate gate = Gate.of(this.arguments, GATE);
		this.compare.refuseUnused(CommandName.AB);
		Path before = ServiceJar.of("ab", Path.of(files.getFirst()));
		Path after = ServiceJar.of("ab", Path.of(files.getLast()));
		Instant startedAt = Instant.now();
		Experiment experiment = this.experiments.ofBuilds(startedAt, before, after);
		RunFormat format = this.compare.properties().output().format();
		return this.compare.run(CommandName.AB.toString(), experiment, this.servers.create(experiment), startedAt,
				(document, whole) -> {
					String text = ExperimentReport.text(document, format, whole);
					return (format == RunFormat.TABLE) ? text + "\n" + AbAnswer.of(document, gate).text() : text;
				}, (document) -> exitCode(document, gate));
	}

	static int exitCode(ExperimentDocument document, Gate gate) {
		AbAnswer answer = AbAnswer.of(document, gate);
		if (answer.regression()) {
			return ExitCode.THRESHOLD_FAILED;
		}
		return answer.compared() ? CompareCommand.exitCode(document) : ExitCode.RUN_FAILED;
	}

}
