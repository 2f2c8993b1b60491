package dev.grpctuning.load;

import java.util.List;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.gate.Gate;
import dev.grpctuning.load.report.ProgressDisplay;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.target.TargetAddress;

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
		output.checkBeside(this.properties.histogram());
		List<Gate> gates = this.properties.checkedGates();
		StartTime start = new StartTime(this.properties.startAt());
		start.check();
		ProgressDisplay display = ProgressDisplay.of(address.toString(), this.properties.quiet(), System.err);
		RunTarget target = new RunTarget(address, plan, this.channels, this.properties.connectTimeout());
		CallChannels open = target.connect();
		RunWatch watch;
		LoadRun run;
		try {
			watch = new RunWatch(display::show, this.properties.histogram());
			run = new LoadRun(plan, open, watch);
			start.await();
		}
		catch (Exception ex) {
			open.close();
			throw ex;
		}
		return Interruptible.call(() -> {
			LoadResult load;
			try (open; watch) {
				load = run.run();
			}
			display.finish();
			RunDocument measured = target.document(load);
			RunDocument document = measured.withGates(Gate.check(gates, measured));
			output.report(this.properties.format().of(document), document, this.properties.quiet());
			GateLines.tell(this.properties.format(), document.gates(), this.properties.quiet());
			if (document.failure() != null) {
				System.err.println("run failed: " + document.failure());
			}
			watch.checkWritten();
			return ExitCode.of(document);
		}, () -> run.stop(StopReason.INTERRUPTED));
	}

}
