package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.report.ProgressDisplay;
import dev.grpctuning.load.report.ResultFile;
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
	public int execute() throws Exception {
		LoadPlan plan = this.properties.plan();
		TargetAddress address = this.properties.address();
		Path output = this.properties.output();
		if (output != null) {
			checkWritable(output);
		}
		try (CallChannels open = this.channels.open(address, plan, this.properties.connectTimeout())) {
			ProgressDisplay display = ProgressDisplay.of(address.toString(), System.err);
			LoadRun run = new LoadRun(plan, open, display::show);
			return Interruptible.call(() -> {
				LoadResult load = run.run();
				display.finish();
				return report(RunDocument.of("run", address.toString(), plan, load), output);
			}, () -> run.stop(StopReason.INTERRUPTED));
		}
		catch (TargetUnreachableException ex) {
			throw new UsageException("load.target: %s; start it with ./lab service, or name another host:port."
				.formatted(ex.getMessage()), ex);
		}
	}

	private static int report(RunDocument document, @Nullable Path output) {
		System.out.println(RunSummary.of(document));
		if (output != null) {
			write(document, output);
			System.out.println(output);
		}
		return (document.counts().ok() != 0) ? ExitCode.OK : ExitCode.RUN_FAILED;
	}

	/**
	 * A result that cannot be written is said before the run, not after it.
	 */
	private static void checkWritable(Path output) {
		try {
			ResultFile.checkWritable(output);
		}
		catch (IOException ex) {
			throw notWritable(output, ex);
		}
	}

	private static void write(RunDocument document, Path output) {
		try {
			ResultFile.write(document, output);
		}
		catch (IOException ex) {
			throw notWritable(output, ex);
		}
	}

	private static UsageException notWritable(Path output, IOException reason) {
		return new UsageException(
				"load.output: %s cannot be written (%s); name a file in a folder that can.".formatted(output, reason),
				reason);
	}

}
