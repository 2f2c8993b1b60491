package dev.grpctuning.load.knee;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.Command;
import dev.grpctuning.load.cli.CommandName;
import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ServiceProfiles;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.search.Objective;
import dev.grpctuning.load.search.SearchFactory;
import dev.grpctuning.load.text.Report;
import dev.grpctuning.load.text.RunFormat;

/**
 * Searches for the highest rate at which an objective holds, at each variant.
 */
@Component
public class KneeCommand implements Command {

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
	public CommandName name() {
		return CommandName.KNEE;
	}

	@Override
	public int execute(List<String> files) throws Exception {
		Instant startedAt = Instant.now();
		Objective objective = this.searches.objective(CommandName.KNEE);
		RunFormat format = this.searches.format(CommandName.KNEE);
		KneePlan plan = new KneePlan(this.experiments.withNoise(this.experiments.searched(CommandName.KNEE)),
				this.experiments.setup(), this.searches.trials(), this.searches.limits(),
				this.experiments.directory(startedAt, CommandName.KNEE.toString()));
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
			output.report(KneeReport.text(document, format), document, quiet);
			if (!quiet) {
				System.err.println("More in " + plan.directory());
			}
			return (!failed && document.anyFound()) ? ExitCode.OK : ExitCode.RUN_FAILED;
		}, run::interrupt);
	}

	/**
	 * Searches for what can be found.
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
		ResultFolder
			.attempt(() -> new Report(KneeReport.html(document), KneeReport.markdown(document)).write(directory));
	}

}
