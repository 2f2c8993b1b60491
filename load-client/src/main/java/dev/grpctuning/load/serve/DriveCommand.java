package dev.grpctuning.load;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.security.autoconfigure.SecurityProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.gate.Gate;
import dev.grpctuning.load.metrics.LoadMeters;
import dev.grpctuning.load.report.DriveDisplay;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.target.TargetAddress;

/**
 * Drives load without an end, and serves its figures by Spring Boot's actuator.
 */
@Component
class DriveCommand implements Command {

	static final String NAME = "drive";

	/**
	 * What the summary may take after the last call.
	 */
	private static final Duration SUMMARY_TIME = Duration.ofSeconds(15);

	/**
	 * Properties of a run that has a beginning and an end of its own.
	 */
	private static final List<String> ENDS = List.of("load.duration", "load.turns.count", "load.timeout",
			"load.start-at");

	private final LoadProperties properties;

	private final ChannelsFactory channels;

	private final ConfigurableApplicationContext context;

	private final ObjectProvider<MeterRegistry> meters;

	private final ObjectProvider<DriveHealth> health;

	private final ObjectProvider<LoadEndpoint> endpoint;

	private final ObjectProvider<SecurityProperties> security;

	DriveCommand(LoadProperties properties, ChannelsFactory channels, ConfigurableApplicationContext context,
			ObjectProvider<MeterRegistry> meters, ObjectProvider<DriveHealth> health,
			ObjectProvider<LoadEndpoint> endpoint, ObjectProvider<SecurityProperties> security) {
		this.properties = properties;
		this.channels = channels;
		this.context = context;
		this.meters = meters;
		this.health = health;
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
		Environment environment = this.context.getEnvironment();
		SetProperties.refuse(environment, ENDS, "drive goes on until it is interrupted; leave it out, or use run.");
		LoadPlan plan = this.properties.endlessPlan();
		TargetAddress address = this.properties.address();
		OutputFile output = new OutputFile(this.properties.output());
		output.checkBeside(this.properties.histogram());
		String model = this.properties.model().name().toLowerCase(Locale.ROOT);
		LoadMeters figures = new LoadMeters(this.meters.getObject(), this.properties.target(), model);
		List<Gate> gates = this.properties.checkedGates();
		DriveDisplay display = DriveDisplay.of(address.toString(), System.err);
		RunWatch watch = new RunWatch(this.properties.quiet() ? (progress) -> {
		} : display::show, this.properties.histogram());
		Drive drive = new Drive(plan, address, this.channels, figures, this.health.getObject(), watch, System.err);
		this.endpoint.getObject().control(drive);
		if (!this.properties.quiet()) {
			System.err.printf(Locale.ROOT, "drive: %s at %s until it is interrupted; actuator on port %s%n", model,
					address, environment.getProperty("local.server.port"));
		}
		ActuatorSecurity.tell(this.security.getObject());
		AvailabilityChangeEvent.publish(this.context, ReadinessState.ACCEPTING_TRAFFIC);
		return Interruptible.callUntilInterrupted(() -> {
			LoadResult load;
			try (watch) {
				load = drive.run(this.properties.connectTimeout());
			}
			if (load == null) {
				System.err.println("There was no server at " + address + "; no call was made.");
				return ExitCode.OK;
			}
			RunDocument measured = RunDocument.of(NAME, address.toString(), plan, load);
			RunDocument document = measured.withGates(Gate.check(gates, measured));
			output.report(this.properties.format().of(document), document, this.properties.quiet());
			GateLines.tell(this.properties.format(), document.gates(), this.properties.quiet());
			watch.checkWritten();
			return document.gates().isEmpty() ? ExitCode.OK : ExitCode.of(document);
		}, drive::stop, plan.drain().plus(SUMMARY_TIME));
	}

}
