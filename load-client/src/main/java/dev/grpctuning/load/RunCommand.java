package dev.grpctuning.load;

import java.util.List;

import org.springframework.stereotype.Component;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.report.ProgressDisplay;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.RunSummary;
import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * Drives one plan at a server that is there already.
 */
@Component
class RunCommand implements Command {

	private final LoadProperties properties;

	private final ChannelsFactory channels;

	RunCommand(LoadProperties properties, ChannelsFactory channels) {
		this.properties = properties;
		this.channels = channels;
	}

	@Override
	public String name() {
		return "run";
	}

	@Override
	public int execute(List<String> files) throws Exception {
		LoadPlan plan = this.properties.plan();
		TargetAddress address = this.properties.address();
		OutputFile output = new OutputFile(this.properties.output());
		output.check();
		StartTime start = new StartTime(this.properties.startAt());
		start.check();
		try (CallChannels open = this.channels.open(address, plan, this.properties.connectTimeout())) {
			ProgressDisplay display = ProgressDisplay.of(address.toString(), System.err);
			LoadRun run = new LoadRun(plan, open, display::show);
			start.await();
			return Interruptible.call(() -> {
				LoadResult load = run.run();
				display.finish();
				RunDocument document = RunDocument.of("run", address.toString(), plan, load);
				output.report(RunSummary.of(document), document);
				return (document.counts().ok() != 0) ? ExitCode.OK : ExitCode.RUN_FAILED;
			}, () -> run.stop(StopReason.INTERRUPTED));
		}
		catch (TargetUnreachableException ex) {
			throw new UsageException("load.target: %s; start it with ./lab service, or name another host:port."
				.formatted(ex.getMessage()), ex);
		}
	}

}
