package dev.grpctuning.load.diff;

import java.nio.file.Path;
import java.util.List;

import org.springframework.boot.ApplicationArguments;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Gate;
import dev.grpctuning.load.cli.InputFile;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunFormat;

/** Prints the differences between two results, and whether the second is worse. */
@Component("diff")
record DiffCommand(LoadProperties properties, ApplicationArguments arguments) implements Command {

	private static final String FAIL_ON_REGRESSION = "fail-on-regression";

	@Override
	public int execute(List<String> files) throws Exception {
		if (files.size() != 2) {
			throw new UsageException(
					"diff: it compares two results, not %d; write ./lab diff a/result.json b/result.json"
						.formatted(files.size()));
		}
		RunFormat format = this.properties.output().format();
		if (format != RunFormat.TABLE && format != RunFormat.JSON) {
			throw new UsageException("load.format: %s is the layout of runs; use table or json with diff."
				.formatted(Templates.kebab(format)));
		}
		boolean threshold = threshold();
		Gate gate = Gate.of(this.arguments, 0);
		OutputFile output = new OutputFile(this.properties.output().file());
		output.check();
		DiffDocument diff = DiffDocument.of(files.getFirst(), read(files.getFirst()), files.getLast(),
				read(files.getLast()), gate);
		output.report((format != RunFormat.JSON) ? Templates.text("diff", diff) : ResultFile.text(diff), diff,
				this.properties.output().quiet());
		if (!threshold) {
			return ExitCode.OK;
		}
		diff.withoutFiguresInB()
			.forEach((name) -> System.err
				.println("threshold: %s has no figures in %s; run it again, or name a first result without it."
					.formatted(name, diff.b().file())));
		if (!diff.worse().isEmpty() || !diff.withoutFiguresInB().isEmpty()) {
			return ExitCode.THRESHOLD_FAILED;
		}
		if (diff.onlySingleRuns()) {
			System.err.println("threshold: single runs cannot show whether B is worse; "
					+ "use --experiment.repeat=3 or more, or leave --fail-on-regression and --gate out.");
			return ExitCode.BAD_INPUT;
		}
		return ExitCode.OK;
	}

	private boolean threshold() {
		List<String> values = this.arguments.getOptionValues(FAIL_ON_REGRESSION);
		if (values != null && !values.isEmpty()) {
			throw new UsageException(
					"--fail-on-regression=%s: it takes no value; write --fail-on-regression, or leave it out."
						.formatted(String.join(",", values)));
		}
		return values != null || Gate.isGiven(this.arguments);
	}

	private static ExperimentDocument read(String name) {
		return ExperimentDocument
			.of(InputFile.read(Path.of(name), "./lab compare or ./lab run", ExperimentDocument.KINDS));
	}

}
