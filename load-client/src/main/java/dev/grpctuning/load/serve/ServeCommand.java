package dev.grpctuning.load;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.security.autoconfigure.SecurityProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.experiment.ChannelsFactory;

/**
 * Waits for plans that are posted to the actuator, and drives them.
 */
@Component
class ServeCommand implements Command {

	static final String NAME = "serve";

	/**
	 * How long open calls are waited for when the process is told to end.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(10);

	/**
	 * What the whole end of a run may take, its summary included.
	 */
	private static final Duration GRACE = Duration.ofSeconds(30);

	private final LoadProperties properties;

	private final ChannelsFactory channels;

	private final ConfigurableApplicationContext context;

	private final ObjectProvider<MeterRegistry> meters;

	private final ObjectProvider<LoadEndpoint> endpoint;

	private final ObjectProvider<SecurityProperties> security;

	ServeCommand(LoadProperties properties, ChannelsFactory channels, ConfigurableApplicationContext context,
			ObjectProvider<MeterRegistry> meters, ObjectProvider<LoadEndpoint> endpoint,
			ObjectProvider<SecurityProperties> security) {
		this.properties = properties;
		this.channels = channels;
		this.context = context;
		this.meters = meters;
		this.endpoint = endpoint;
		this.security = security;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Set<String> options() {
		return Set.of("server", "management", "info");
	}

	@Override
	public int execute(List<String> files) throws Exception {
		ResultFolders results = new ResultFolders(this.properties.output(), this.properties.histogram());
		results.check();
		Serve serve = new Serve(this.channels, this.meters.getObject(), results, PATIENCE);
		this.endpoint.getObject().control(serve);
		if (!this.properties.quiet()) {
			System.err.printf("serve: waits for plans until it is interrupted; actuator on port %s%n",
					this.context.getEnvironment().getProperty("local.server.port"));
		}
		ActuatorSecurity.tell(this.security.getObject());
		AvailabilityChangeEvent.publish(this.context, ReadinessState.ACCEPTING_TRAFFIC);
		return Interruptible.callUntilInterrupted(() -> {
			serve.awaitEnd();
			return ExitCode.OK;
		}, serve::end, GRACE);
	}

}
