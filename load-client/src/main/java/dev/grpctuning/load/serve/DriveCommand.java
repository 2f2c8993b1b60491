package dev.grpctuning.load.serve;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.cli.RunTarget;
import dev.grpctuning.load.cli.RunWatch;
import dev.grpctuning.load.cli.ThresholdLines;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.SetProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.text.RunReport;
import dev.grpctuning.load.threshold.Threshold;
import dev.grpctuning.load.transport.TargetAddress;

/** Drives load without an end. Spring Boot's actuator serves its health and metrics. */
@Component("drive")
@Profile("drive")
record DriveCommand(LoadProperties properties, ChannelsFactory channels, MeterRegistry meters, DriveHealth health,
		LoadEndpoint endpoint, Environment environment, Live live) implements Command {

	/** Wait for the summary after the last call. */
	private static final Duration SUMMARY_TIME = Duration.ofSeconds(15);

	private static final List<String> ENDS = List.of("load.duration", "load.burst.count", "load.timeout",
			"load.total-calls", "load.start-at");

	@Override
	public int execute(List<String> files) throws Exception {
		SetProperties.refuse(this.environment, ENDS, "drive runs until you stop it; leave it out, or use run.");
		LoadPlan plan = new LoadPlans(this.properties).endless();
		TargetAddress address = this.properties.address();
		OutputFile output = new OutputFile(this.properties.output());
		output.checkBeside(this.properties.histogram());
		String model = this.properties.model().name().toLowerCase(Locale.ROOT);
		LoadMeters figures = new LoadMeters(this.meters, this.properties.target(), model);
		List<Threshold> thresholds = this.properties.checkedThresholds();
		this.live.open(CommandName.DRIVE.toString(), this.properties.quiet());
		this.live.title("Load at " + address, null);
		this.live.drives(plan);
		Display display = Display.endless(address.toString(), this.properties.quiet(), System.err);
		new RunTarget(address, plan, this.channels, this.properties.connectTimeout()).announce(this.properties.quiet(),
				System.err);
		RunWatch watch = new RunWatch(display::show, this.properties.histogram());
		Drive drive = new Drive(plan, address, this.channels, figures, this.health, this.live.watching(watch),
				System.err);
		this.endpoint.open(drive, "drive: %s at %s".formatted(model, address), this.properties.quiet());
		return Interruptible.callUntilInterrupted(() -> {
			LoadResult load;
			try (watch) {
				load = drive.run(this.properties.connectTimeout());
			}
			if (load == null) {
				System.err.println("There was no server at " + address + "; no call was made.");
				return ExitCode.OK;
			}
			RunDocument measured = RunDocument.of(CommandName.DRIVE.toString(), address.toString(), plan, load);
			RunDocument document = measured.withThresholds(Threshold.check(thresholds, measured));
			output.report(RunReport.of(document, this.properties.format()), document, this.properties.quiet());
			ThresholdLines.tell(this.properties.format(), document.thresholds(), this.properties.quiet());
			watch.checkWritten();
			this.live.draw(() -> ExperimentReport.of(document).html());
			this.live.end();
			return document.thresholds().isEmpty() ? ExitCode.OK : ExitCode.of(document);
		}, drive::stop, plan.drain().plus(SUMMARY_TIME));
	}

}
