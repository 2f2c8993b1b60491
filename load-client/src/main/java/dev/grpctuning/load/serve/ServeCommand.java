package dev.grpctuning.load.serve;

import java.time.Duration;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;

/** Waits for plans that are posted to the actuator, and drives them. */
@Component("serve")
@Profile("serve")
record ServeCommand(LoadProperties properties, ChannelsFactory channels, MeterRegistry meters,
		LoadEndpoint endpoint) implements Command {

	/** Wait for open calls when the process is terminated. */
	private static final Duration PATIENCE = Duration.ofSeconds(10);

	/** With the end of a run, at most 25 seconds, the process ends within 30 seconds. */
	private static final Duration GRACE = Duration.ofSeconds(3);

	@Override
	public int execute(List<String> files) throws Exception {
		ResultFolders results = new ResultFolders(this.properties.output(), this.properties.histogram());
		results.check();
		Serve serve = new Serve(this.channels, this.meters, results, PATIENCE);
		this.endpoint.open(serve, "serve: waits for plans", this.properties.quiet());
		return Interruptible.callUntilInterrupted(() -> {
			serve.awaitEnd();
			return ExitCode.OK;
		}, serve::end, GRACE);
	}

}
