package dev.grpctuning.load.knee;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.calibration.Calibrator;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ServiceProfiles;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.search.Objective;
import dev.grpctuning.load.search.SearchFactory;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.text.RunFormat;

/** Searches for the highest rate at which an objective holds, at each variant. */
@Component("knee")
record KneeCommand(SearchFactory searches, ExperimentFactory experiments, ChannelsFactory channels,
		LoadProperties properties, Calibrator calibrator, Live live) implements Command {

	@Override
	public int execute(List<String> files) throws Exception {
		Instant startedAt = Instant.now();
		Objective objective = this.searches.objective(CommandName.KNEE);
		RunFormat format = CommandName.KNEE.checked(this.properties.format());
		KneePlan checked = new KneePlan(this.experiments.withNoise(this.experiments.searched(CommandName.KNEE)),
				this.experiments.setup(), objective, this.searches.trials(), this.searches.limits(), startedAt,
				this.experiments.directory(startedAt, CommandName.KNEE.toString()), Environment.current());
		OutputFile output = new OutputFile(this.properties.output());
		output.check();
		ResultFolder folder = new ResultFolder(checked.directory());
		List<KneeResult> results = new ArrayList<>();
		boolean quiet = this.properties.quiet();
		this.live.open(CommandName.KNEE.toString(), quiet);
		RunDriver driver = new RunDriver(this.channels, checked.setup().connectTimeout(), this.live);
		Display display = new Display("running", quiet, System.err, this.live);
		display.title(checked.title(), checked.length());
		this.searches.engineLine().ifPresent(display::print);
		if (!quiet) {
			ServiceProfiles.hints(checked.variants(), checked.setup().jar()).forEach(System.err::println);
		}
		KneePlan plan = checked
			.in(checked.environment().with(this.calibrator.calibrate(checked.trials().plan(), quiet)));
		KneeRun run = new KneeRun(plan, driver, display, (result) -> {
			results.add(result);
			write(KneeDocument.of(plan, results), plan.directory(), folder);
		}, (open) -> {
			List<KneeResult> all = Stream.of(results, open).flatMap(List::stream).toList();
			this.live.show(() -> KneeReport.of(KneeDocument.of(plan, all), null).html());
		});
		Path page = plan.directory().resolve("report.html");
		return Interruptible.call(() -> {
			int exitCode = ExitCode.OK;
			try {
				run.run();
			}
			catch (IOException ex) {
				System.err.println("knee: " + ex);
				exitCode = ExitCode.RUN_FAILED;
			}
			KneeDocument document = KneeDocument.of(plan, results);
			write(document, plan.directory(), folder);
			this.live.draw(page);
			output.report(folder.text(KneeReport.text(document, format), document), document, quiet);
			this.calibrator.warn(driver.clientCpuShare(), quiet);
			if (!quiet) {
				System.err.println("Report: " + page);
			}
			this.live.end();
			return folder.exitCode(document.anyFound() ? exitCode : ExitCode.RUN_FAILED);
		}, driver::interrupt);
	}

	private static void write(KneeDocument document, Path directory, ResultFolder folder) {
		folder.write(document);
		folder.attempt(() -> KneeReport.of(document, directory).write(directory));
	}

}
