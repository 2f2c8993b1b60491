package dev.grpctuning.load;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.experiment.Experiment;
import dev.grpctuning.load.experiment.ExperimentRun;
import dev.grpctuning.load.experiment.RunServers;
import dev.grpctuning.load.experiment.Variant;
import dev.grpctuning.load.experiment.VariantResult;
import dev.grpctuning.load.gate.Gate;
import dev.grpctuning.load.report.ExperimentDisplay;
import dev.grpctuning.load.report.ExperimentDocument;
import dev.grpctuning.load.report.GateDocument;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.RunFormat;
import dev.grpctuning.load.report.html.ReportFiles;
import dev.grpctuning.load.server.TuningRefusedException;

/**
 * Runs an experiment: the same plan at each of its variants.
 */
@Component
class CompareCommand implements Command {

	static final String NAME = "compare";

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
	public String name() {
		return NAME;
	}

	@Override
	public int execute(List<String> files) throws Exception {
		SetProperties.refuse(this.environment, UNUSED,
				"compare starts servers of its own, or attaches to experiment.server.address; leave it out, or use run.");
		Instant startedAt = Instant.now();
		Experiment experiment = this.experiments.create(startedAt);
		List<Gate> gates = this.properties.checkedGates();
		OutputFile output = new OutputFile(this.properties.output());
		output.check();
		RunServers servers = this.servers.create(experiment);
		ResultFolder.make(experiment.directory());
		Map<Variant, VariantResult> results = new LinkedHashMap<>();
		ExperimentRun run = new ExperimentRun(experiment, servers, this.channels,
				new ExperimentDisplay(experiment, experiment.length(servers), this.properties.quiet(), System.err));
		if (experiment.mayBeRetuned(servers) && !this.properties.quiet()) {
			System.err.println(
					"""
							The variants differ in grpc.tuning.* alone: --experiment.server.mode=retune changes one server between \
							the runs, which leaves time for more rounds.""");
		}
		if (!this.properties.quiet()) {
			ServiceProfiles.hints(experiment.variants(), experiment.setup().jar()).forEach(System.err::println);
		}
		return Interruptible.call(() -> {
			boolean failed = drive(experiment, run, servers, (result) -> {
				results.put(result.variant(), result);
				write(experiment, startedAt, results, gates);
			});
			ExperimentDocument document = write(experiment, startedAt, results, gates);
			RunFormat format = this.properties.format();
			output.report(document.text(format), document, this.properties.quiet());
			GateLines.tellOfEach(format, document.variants().stream().flatMap((variant) -> variant.runs().stream()),
					this.properties.quiet());
			if (!this.properties.quiet()) {
				System.err.println("More in " + experiment.directory());
			}
			return failed ? ExitCode.RUN_FAILED : exitCode(document);
		}, run::interrupt);
	}

	/**
	 * Runs what can be run.
	 * @return whether something made the rest impossible, or could not be undone
	 */
	private static boolean drive(Experiment experiment, ExperimentRun run, RunServers servers,
			Consumer<VariantResult> results) {
		try (servers) {
			prepare(experiment, run);
			run.run(results);
			return false;
		}
		catch (IOException ex) {
			System.err.println("compare: " + ex.getMessage());
			return true;
		}
	}

	private static void prepare(Experiment experiment, ExperimentRun run) {
		try {
			run.prepare();
		}
		catch (TuningRefusedException | IOException ex) {
			ResultFolder.removeIfEmpty(experiment.directory());
			throw new UsageException("experiment.server: " + ex.getMessage(), ex);
		}
	}

	/**
	 * A variant whose server dies is a result; one of which a gate does not hold fails.
	 */
	private static int exitCode(ExperimentDocument experiment) {
		List<RunDocument> runs = experiment.variants().stream().flatMap((variant) -> variant.runs().stream()).toList();
		if (runs.stream().noneMatch((run) -> run.counts().anyAsPlanned())) {
			return ExitCode.RUN_FAILED;
		}
		return runs.stream().flatMap((run) -> run.gates().stream()).allMatch(GateDocument::held) ? ExitCode.OK
				: ExitCode.GATE_FAILED;
	}

	private static ExperimentDocument write(Experiment experiment, Instant startedAt,
			Map<Variant, VariantResult> results, List<Gate> gates) {
		ExperimentDocument document = ExperimentDocument.of(experiment, startedAt, List.copyOf(results.values()))
			.mapRuns((run) -> run.withGates(Gate.check(gates, run)));
		ResultFolder.write(document, experiment.directory());
		ResultFolder.attempt(() -> ReportFiles.write(document, experiment.directory()));
		return document;
	}

}
