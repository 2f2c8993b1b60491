package dev.grpctuning.load.serve;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.security.autoconfigure.SecurityProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.template.Templates;

/** The commands whose load Spring Boot's actuator shows and controls. */
@Configuration(proxyBeanMethods = false)
@Profile(ActuatorConfiguration.PROFILES)
record LoadCommands(LoadProperties properties, LoadController load, ConfigurableApplicationContext context,
		SecurityProperties security) {

	/** Wait for the summary after the last call. */
	private static final Duration SUMMARY_TIME = Duration.ofSeconds(15);

	private static final List<String> ENDS = List.of("load.duration", "load.burst.count", "load.timeout",
			"load.total-calls", "load.until", "load.start-at");

	/** Drives load without an end. */
	@Bean
	@Profile("drive")
	Command drive(Live live) {
		return (files) -> {
			PropertyCheck.refuse(this.context.getEnvironment(), ENDS,
					"drive runs until you stop it; leave it out, or use run.");
			LoadPlan plan = new LoadPlans(this.properties).endless();
			new OutputFile(this.properties.output().file()).checkBeside(this.properties.output().histogram());
			this.properties.checkedThresholds();
			live.open(CommandName.DRIVE.toString(), this.properties.output().quiet());
			live.audience().title("Load at " + this.properties.address(), null);
			live.drives(plan);
			Drive drive = this.load.begin(this.properties, plan);
			announce("drive: %s at %s".formatted(Templates.kebab(this.properties.plan().model()),
					this.properties.address()));
			return Interruptible.callUntilInterrupted(() -> this.load.run(drive), drive::stop,
					plan.drain().plus(SUMMARY_TIME));
		};
	}

	/** Waits for plans that are posted, and drives one at a time. */
	@Bean
	@Profile("serve")
	Command serve() {
		return (files) -> {
			new OutputFile(this.properties.output().file()).checkBeside(this.properties.output().histogram());
			announce("serve: waits for plans");
			return Interruptible.callUntilInterrupted(() -> {
				this.load.awaitEnd();
				return ExitCode.OK;
			}, this.load::end, SUMMARY_TIME);
		};
	}

	/**
	 * Prints where the actuator is. A generated password goes to standard error: Spring
	 * Boot would log it on standard output, which has only the result.
	 */
	private void announce(String task) {
		if (!this.properties.output().quiet()) {
			System.err.printf("%s until it is interrupted; actuator on port %s%n", task,
					this.context.getEnvironment().getProperty("local.server.port"));
		}
		SecurityProperties.User user = this.security.getUser();
		if (user.isPasswordGenerated()) {
			System.err.printf("The password of %s is %s; SPRING_SECURITY_USER_PASSWORD sets another.%n", user.getName(),
					user.getPassword());
		}
		AvailabilityChangeEvent.publish(this.context, ReadinessState.ACCEPTING_TRAFFIC);
	}

}
