package dev.grpctuning.load.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.calibration.Calibrator;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ServiceJar;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.compare.servers.RunServersFactory;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.threshold.Threshold;

/** Runs an experiment: the same plan at each of its variants. */
@Component("compare")
public record CompareCommand(ExperimentFactory experiments, RunServersFactory servers, ChannelsFactory channels,
		LoadProperties properties, Calibrator calibrator, KneeFinder knees, Environment environment,
		Live live) implements Command {

	private static final List<String> UNUSED = List.of("load.target", "load.start-at", "load.total-calls", "load.until",
			"load.histogram");

	@Override
	public int execute(List<String> files) throws Exception {
		refuseUnused(CommandName.COMPARE);
		Instant startedAt = Instant.now();
		Experiment experiment = this.experiments.create(startedAt);
		return run(CommandName.COMPARE.toString(), experiment, this.servers.create(experiment), startedAt,
				(document, whole) -> ExperimentReport.text(document, this.properties.output().format(), whole),
				CompareCommand::exitCode);
	}

	/** Refuses properties of runs against a server that somebody else has started. */
	public void refuseUnused(CommandName command) {
		PropertyCheck.refuse(this.environment, UNUSED, "%s starts servers of its own%s; leave it out, or use run."
			.formatted(command, (command == CommandName.COMPARE) ? ", or attaches to experiment.server.address" : ""));
	}

	/**
	 * Runs an experiment, writes its result and prints it. Some formats need whole runs.
	 */
	public int run(String command, Experiment experiment, RunServers servers, Instant startedAt,
			BiFunction<ExperimentDocument, UnaryOperator<RunDocument>, String> text,
			ToIntFunction<ExperimentDocument> exitCode) throws Exception {
		List<Threshold> thresholds = this.properties.checkedThresholds();
		OutputFile output = new OutputFile(this.properties.output().file());
		output.check();
		ResultFolder folder = new ResultFolder(experiment.directory());
		this.live.open(command, this.properties.output().quiet());
		ExperimentResults results = new ExperimentResults(experiment, startedAt, thresholds, folder,
				dev.grpctuning.load.result.Environment.current()
					.with(this.calibrator.calibrate(experiment.plan(), this.properties.output().quiet())));
		RunDriver driver = new RunDriver(this.channels, experiment.setup().connectTimeout(), this.live);
		ExperimentRun run = new ExperimentRun(experiment, servers, driver,
				new Display("running", this.properties.output().quiet(), System.err, this.live.audience()),
				new LatencyPhases(experiment, servers, driver, this.knees));
		if (!this.properties.output().quiet()) {
			hints(experiment).forEach(System.err::println);
		}
		Path page = experiment.directory().resolve("report.html");
		this.live.draw(results::page);
		return Interruptible.call(() -> {
			boolean failed = drive(command, experiment, run, servers, results);
			ExperimentDocument document = results.write();
			this.live.draw(page);
			RunFormat format = this.properties.output().format();
			if (folder.isComplete()) {
				String printed = (format != RunFormat.JSON) ? text.apply(document, results::whole) : null;
				results.deleteRuns();
				output.report(printed, experiment.directory().resolve("result.json"), this.properties.output().quiet());
			}
			else {
				// Other formats need whole runs, of which some may be lost.
				String table = (format != RunFormat.JSON)
						? ExperimentReport.text(document, RunFormat.TABLE, results::whole) : "";
				ExperimentDocument whole = document.mapRuns(results::whole);
				output.report(folder.text(table, whole), whole, this.properties.output().quiet());
			}
			document.runs()
				.forEach((each) -> OutputFile.printThresholds(each.name() + ": ", each.outcome().thresholds(),
						this.properties));
			this.calibrator.warn(driver.clientCpuShare(), this.properties.output().quiet());
			if (!this.properties.output().quiet()) {
				System.err.println("Report: " + page);
			}
			this.live.end();
			return folder.exitCode(failed ? ExitCode.RUN_FAILED : exitCode.applyAsInt(document));
		}, driver::interrupt);
	}

	private static List<String> hints(Experiment experiment) {
		return experiment.variants()
			.stream()
			.collect(Collectors.groupingBy(
					(variant) -> Objects.requireNonNullElse(variant.jar(), experiment.setup().jar()),
					LinkedHashMap::new, Collectors.toList()))
			.entrySet()
			.stream()
			.flatMap((jar) -> ServiceJar.hints(jar.getValue(), jar.getKey()).stream())
			.toList();
	}

	private static boolean drive(String command, Experiment experiment, ExperimentRun run, RunServers servers,
			ExperimentResults results) {
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
		if (experiment.runs().noneMatch((run) -> run.load().counts().anyAsPlanned())) {
			return ExitCode.RUN_FAILED;
		}
		return experiment.runs().flatMap((run) -> run.outcome().thresholds().stream()).allMatch(ThresholdDocument::held)
				? ExitCode.OK : ExitCode.THRESHOLD_FAILED;
	}

}
