package dev.grpctuning.load.tune;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.calibration.Calibrator;
import dev.grpctuning.load.compare.experiment.ServiceProfiles;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.Objective;
import dev.grpctuning.load.search.SearchFactory;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.text.RunFormat;

/** Searches for knobs with which an objective holds at a higher rate. */
@Component("tune")
record TuneCommand(SearchFactory searches, TuneFactory tunes, ChannelsFactory channels, LoadProperties properties,
		Calibrator calibrator, Live live) implements Command {

	@Override
	public int execute(List<String> files) throws Exception {
		Instant startedAt = Instant.now();
		Objective objective = this.searches.objective(CommandName.TUNE);
		RunFormat format = CommandName.TUNE.checked(this.properties.format());
		TunePlan checked = this.tunes.create(startedAt, objective);
		OutputFile output = new OutputFile(this.properties.output());
		output.check();
		ResultFolder folder = new ResultFolder(checked.directory());
		boolean quiet = this.properties.quiet();
		AtomicReference<TuneDocument> latest = new AtomicReference<>();
		this.live.open(CommandName.TUNE.toString(), quiet);
		RunDriver driver = new RunDriver(this.channels, checked.setup().connectTimeout(), this.live);
		Display display = new Display("running", quiet, System.err, this.live);
		display.title(checked.title(), checked.time());
		this.searches.engineLine().ifPresent(display::print);
		if (!quiet) {
			ServiceProfiles.hints(List.of(checked.configured()), checked.setup().jar()).forEach(System.err::println);
		}
		TunePlan plan = checked
			.in(checked.environment().with(this.calibrator.calibrate(checked.trials().plan(), quiet)));
		Path page = plan.directory().resolve("report.html");
		TuneRun run = new TuneRun(plan, driver, display, (document) -> {
			latest.set(document);
			write(document, plan.directory(), folder);
			this.live.draw(page);
			this.live.results();
		});
		return Interruptible.call(() -> {
			int exitCode = ExitCode.OK;
			try {
				run.run();
			}
			catch (IOException ex) {
				System.err.println("tune: " + ex);
				exitCode = ExitCode.RUN_FAILED;
			}
			TuneDocument document = Objects.requireNonNull(latest.get());
			String fragment = (document.recommendation() != null) ? document.recommendation().fragment() : null;
			if (fragment != null) {
				folder
					.attempt(() -> ResultFile.writeText(fragment + "\n", plan.directory().resolve("application.yml")));
			}
			output.report(folder.text(TuneReport.text(document, format), document), document, quiet);
			this.calibrator.warn(driver.clientCpuShare(), quiet);
			if (!quiet) {
				System.err.println("Report: " + page);
			}
			this.live.end();
			return folder.exitCode(document.anyHeld() ? exitCode : ExitCode.RUN_FAILED);
		}, driver::interrupt);
	}

	private static void write(TuneDocument document, Path directory, ResultFolder folder) {
		folder.write(document);
		folder.attempt(() -> TuneReport.of(document, directory).write(directory));
	}

}
