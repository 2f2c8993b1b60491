package dev.grpctuning.load.search;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.calibration.Calibrator;
import dev.grpctuning.load.compare.experiment.ServiceJar;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.text.Report;
import dev.grpctuning.load.text.RunFormat;

/**
 * Runs the search of a command, writes each result that it passes on, and prints the
 * last.
 */
@Component
public record SearchRunner(SearchFactory searches, ChannelsFactory channels, LoadProperties properties,
		Calibrator calibrator, Live live) {

	public <D extends Record & Document> int run(CommandName command, SearchPlan plan, List<Variant> variants,
			String title, Duration length, Search<D> search) throws Exception {
		RunFormat format = command.checked(this.properties.output().format());
		OutputFile output = new OutputFile(this.properties.output().file());
		output.check();
		ResultFolder folder = new ResultFolder(plan.directory());
		boolean quiet = this.properties.output().quiet();
		this.live.open(command.toString(), quiet);
		RunDriver driver = new RunDriver(this.channels, plan.setup().connectTimeout(), this.live);
		Display display = new Display("running", quiet, System.err, this.live.audience());
		display.title(title, length);
		this.searches.engineLine().ifPresent(display::print);
		if (!quiet) {
			ServiceJar.hints(variants, plan.setup().jar()).forEach(System.err::println);
		}
		Environment environment = Environment.current().with(this.calibrator.calibrate(plan.trials().plan(), quiet));
		Path page = plan.directory().resolve("report.html");
		AtomicReference<D> latest = new AtomicReference<>();
		return Interruptible.call(() -> {
			int exitCode = ExitCode.OK;
			try {
				search.run(new Run(environment, driver, display), (document) -> {
					latest.set(document);
					folder.write(document);
					folder.attempt(() -> document.write(plan.directory()));
					this.live.draw(page);
				});
			}
			catch (IOException ex) {
				System.err.println(command + ": " + ex);
				exitCode = ExitCode.RUN_FAILED;
			}
			D document = Objects.requireNonNull(latest.get());
			output.report(folder.text(document.text(format), document), document, quiet);
			this.calibrator.warn(driver.clientCpuShare(), quiet);
			if (!quiet) {
				System.err.println("Report: " + page);
			}
			this.live.end();
			return folder.exitCode(document.anyFound() ? exitCode : ExitCode.RUN_FAILED);
		}, driver::interrupt);
	}

	/** Where a search runs and what shows it. */
	public record Run(Environment environment, RunDriver driver, Display display) {
	}

	/** A search, which passes on what it has found, at least once. */
	@FunctionalInterface
	public interface Search<D> {

		void run(Run run, Consumer<D> results) throws IOException;

	}

	/** Result of a search, or what it has found so far. */
	public interface Document {

		/** Whether the objective held at any rate. */
		boolean anyFound();

		String text(RunFormat format);

		/** Reports the result, {@code null} if there is no folder of its files yet. */
		Report report(@Nullable Path folder);

		default void write(Path directory) throws IOException {
			report(directory).write(directory);
		}

	}

}
