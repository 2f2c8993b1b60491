package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.experiment.KneePlan;
import dev.grpctuning.load.experiment.KneeResult;
import dev.grpctuning.load.experiment.KneeRun;
import dev.grpctuning.load.gate.Objective;
import dev.grpctuning.load.report.KneeDisplay;
import dev.grpctuning.load.report.KneeDocument;
import dev.grpctuning.load.report.RunFormat;
import dev.grpctuning.load.report.html.ReportFiles;

/**
 * Searches for the highest rate at which an objective holds, at each variant.
 */
@Component
class KneeCommand implements Command {

	static final String NAME = "knee";

	private final SearchFactory searches;

	private final ExperimentFactory experiments;

	private final ChannelsFactory channels;

	private final LoadProperties properties;

	KneeCommand(SearchFactory searches, ExperimentFactory experiments, ChannelsFactory channels,
			LoadProperties properties) {
		this.searches = searches;
		this.experiments = experiments;
		this.channels = channels;
		this.properties = properties;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Set<String> options() {
		return Set.of("search");
	}

	@Override
	public int execute(List<String> files) throws Exception {
		Instant startedAt = Instant.now();
		Objective objective = this.searches.objective(NAME);
		RunFormat format = this.searches.format(NAME);
		KneePlan plan = new KneePlan(this.experiments.withNoise(this.experiments.searched(NAME)),
				this.experiments.setup(), this.searches.trials(), this.searches.limits(),
				this.experiments.directory(startedAt, NAME));
		OutputFile output = new OutputFile(this.properties.output());
		output.check();
		ResultFolder.make(plan.directory());
		List<KneeResult> results = new ArrayList<>();
		boolean quiet = this.properties.quiet();
		KneeRun run = new KneeRun(plan, this.channels, objective,
				new KneeDisplay(plan, String.join(", ", objective.texts()), quiet, System.err));
		if (!quiet) {
			ServiceProfiles.hints(plan.variants(), plan.setup().jar()).forEach(System.err::println);
		}
		return Interruptible.call(() -> {
			boolean failed = search(run, (result) -> {
				results.add(result);
				write(KneeDocument.of(plan, objective.texts(), startedAt, results), plan.directory());
			});
			KneeDocument document = KneeDocument.of(plan, objective.texts(), startedAt, results);
			write(document, plan.directory());
			output.report(document.text(format), document, quiet);
			if (!quiet) {
				System.err.println("More in " + plan.directory());
			}
			return (!failed && document.anyFound()) ? ExitCode.OK : ExitCode.RUN_FAILED;
		}, run::interrupt);
	}

	/**
	 * Searches for what can be found.
	 * @return whether something made the rest impossible
	 */
	private static boolean search(KneeRun run, Consumer<KneeResult> results) {
		try {
			run.run(results);
			return false;
		}
		catch (IOException ex) {
			System.err.println("knee: " + ex);
			return true;
		}
	}

	private static void write(KneeDocument document, Path directory) {
		ResultFolder.write(document, directory);
		ResultFolder.attempt(() -> ReportFiles.write(document, directory));
	}

}
