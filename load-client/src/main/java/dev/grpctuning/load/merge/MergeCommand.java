package dev.grpctuning.load.merge;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.InputFile;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.merge.MergedDocument.MergeReport;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.threshold.Threshold;

/** Adds up the results of clients that ran at the same time. */
@Component("merge")
record MergeCommand(LoadProperties properties) implements Command {

	@Override
	public int execute(List<String> files) throws Exception {
		if (files.isEmpty()) {
			throw new UsageException("merge: no result is named; write ./lab merge a.json b.json");
		}
		RunFormat format = CommandName.MERGE.checked(this.properties.output().format());
		Map<String, Measured> runs = new LinkedHashMap<>();
		for (String file : files) {
			if (runs.put(file, read(file)) != null) {
				throw new UsageException("%s: it is named twice; name each result once.".formatted(file));
			}
		}
		checkEachOnce(runs);
		OutputFile output = new OutputFile(this.properties.output().file());
		output.check();
		List<Threshold> thresholds = this.properties.checkedThresholds();
		MergedDocument sum = merge(runs);
		MergedDocument merged = sum.with(Threshold.check(thresholds, sum));
		output.report(MergeReport.of(merged, format), merged, this.properties.output().quiet());
		if (!this.properties.output().quiet() && runs.values().stream().anyMatch(MergeCommand::hasStages)) {
			System.err
				.println("Left out: where the response time goes. The stages around a percentile of one client are"
						+ " not those around that of all clients; the result of each client has its own.");
		}
		OutputFile.printThresholds("", merged.outcome().thresholds(), this.properties);
		if (format != RunFormat.TABLE && merged.outcome().failure() != null) {
			System.err.println("run failed: " + merged.outcome().failure());
		}
		return ExitCode.of(merged);
	}

	/**
	 * Refuses results that have a run in common, whose calls would be counted twice. Runs
	 * are told apart by when they began, to the nanosecond, whatever their files are
	 * called and whether they were merged before.
	 */
	private static void checkEachOnce(Map<String, Measured> results) {
		Map<Run, String> names = new HashMap<>();
		results.forEach((file, result) -> MergedDocument.clients(file, result).forEach((client) -> {
			String first = names.putIfAbsent(new Run(client.load().startedAt(), client.load().rate().elapsedSeconds(),
					client.load().counts(), client.environment()), client.name());
			if (first != null) {
				throw new UsageException(
						"%s: it is the same run as %s; leave one of the two out, so that its calls are counted once."
							.formatted(client.name(), first));
			}
		}));
	}

	private static MergedDocument merge(Map<String, Measured> results) {
		try {
			return MergedDocument.of(results);
		}
		catch (IllegalArgumentException ex) {
			throw new UsageException("merge: %s; name results of ./lab run.".formatted(ex.getMessage()), ex);
		}
	}

	private static boolean hasStages(Measured result) {
		return result.diagnosis() != null && result.diagnosis().stages() != null;
	}

	private static Measured read(String file) {
		return (Measured) InputFile.read(Path.of(file), "./lab run", List.of(RunDocument.class, MergedDocument.class));
	}

	private record Run(Instant startedAt, double elapsedSeconds, Counts counts, Environment environment) {
	}

}
