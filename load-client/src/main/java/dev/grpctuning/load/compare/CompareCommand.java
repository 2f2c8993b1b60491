package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.Command;
import dev.grpctuning.load.cli.CommandName;
import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.cli.ThresholdLines;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ServiceProfiles;
import dev.grpctuning.load.compare.experiment.SetProperties;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.compare.servers.RunServersFactory;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.threshold.Threshold;

/**
 * Runs an experiment: the same plan at each of its variants.
 */
@Component("compare")
public class CompareCommand implements Command {

	private static final List<String> UNUSED = List.of("load.target", "load.start-at", "load.histogram");

	private final ExperimentFactory experiments;

	private final RunServersFactory servers;

	private final ChannelsFactory channels;

	private final LoadProperties properties;

	private final Environment environment;

	CompareCommand(ExperimentFactory experiments, RunServersFactory servers, ChannelsFactory channels,
			LoadProperties properties, Environment environment) {
		this.experiments = experiments;
		this.servers = servers;
		this.channels = channels;
		this.properties = properties;
		this.environment = environment;
	}

	@Override
	public int execute(List<String> files) throws Exception {
		SetProperties.refuse(this.environment, UNUSED,
				"compare starts servers of its own, or attaches to experiment.server.address; leave it out, or use run.");
		Instant startedAt = Instant.now();
		Experiment experiment = this.experiments.create(startedAt);
		return run(CommandName.COMPARE.toString(), experiment, this.servers.create(experiment), startedAt,
				ExperimentReport::text, false, CompareCommand::exitCode);
	}

	/**
	 * Runs an experiment, writes its result and prints it.
	 * @param whole whether the text needs all of each run, not its summary alone
	 */
	public int run(String command, Experiment experiment, RunServers servers, Instant startedAt,
			BiFunction<ExperimentDocument, RunFormat, String> text, boolean whole,
			ToIntFunction<ExperimentDocument> exitCode) throws Exception {
		List<Threshold> thresholds = this.properties.checkedThresholds();
		OutputFile output = new OutputFile(this.properties.output());
		output.check();
		ResultFolder.make(experiment.directory());
		ExperimentResults results = new ExperimentResults(experiment, startedAt, thresholds);
		ExperimentRun run = new ExperimentRun(experiment, servers, this.channels, new ExperimentDisplay(experiment,
				ExperimentRun.length(experiment, servers), this.properties.quiet(), System.err));
		if (!this.properties.quiet()) {
			if (!servers.kept() && experiment.differsInKnobsAlone()) {
				System.err.println("The variants differ in grpc.tuning.* alone: --experiment.server.mode=retune "
						+ "changes one server between the runs, which leaves time for more rounds.");
			}
			ServiceProfiles.hints(experiment.variants(), experiment.setup().jar()).forEach(System.err::println);
		}
		return Interruptible.call(() -> {
			boolean failed = drive(command, experiment, run, servers, results::add);
			ExperimentDocument document = results.write();
			RunFormat format = this.properties.format();
			boolean summary = !whole && this.properties.output() == null
					&& (format == RunFormat.TABLE || format == RunFormat.CSV);
			ExperimentDocument printed = summary ? document
					: ResultFile.read(experiment.directory().resolve("result.json"), ExperimentDocument.class);
			output.report(text.apply(printed, format), printed, this.properties.quiet());
			ThresholdLines.tellOfEach(format,
					document.variants().stream().flatMap((variant) -> variant.runs().stream()),
					this.properties.quiet());
			if (!this.properties.quiet()) {
				System.err.println("More in " + experiment.directory());
			}
			return failed ? ExitCode.RUN_FAILED : exitCode.applyAsInt(document);
		}, run::interrupt);
	}

	private static boolean drive(String command, Experiment experiment, ExperimentRun run, RunServers servers,
			Consumer<VariantResult> results) {
		try (servers) {
			try {
				run.prepare();
			}
			catch (TuningRefusedException | IOException ex) {
				ResultFolder.removeIfEmpty(experiment.directory());
				throw new UsageException("experiment.server: " + ex.getMessage(), ex);
			}
			run.run(results);
			return false;
		}
		catch (IOException ex) {
			System.err.println(command + ": " + ex.getMessage());
			return true;
		}
	}

	/** A variant whose server dies is a result; a threshold that does not hold fails. */
	public static int exitCode(ExperimentDocument experiment) {
		List<RunDocument> runs = experiment.variants().stream().flatMap((variant) -> variant.runs().stream()).toList();
		if (runs.stream().noneMatch((run) -> run.counts().anyAsPlanned())) {
			return ExitCode.RUN_FAILED;
		}
		return runs.stream().flatMap((run) -> run.thresholds().stream()).allMatch(ThresholdDocument::held) ? ExitCode.OK
				: ExitCode.THRESHOLD_FAILED;
	}

}
