package dev.grpctuning.load.serve.endpoint;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.security.autoconfigure.SecurityProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Connects a command to the actuator endpoint {@code load}.
 */
@Component
@Profile(ActuatorConfiguration.PROFILES)
public class Actuator {

	private final LoadEndpoint endpoint;

	private final SecurityProperties security;

	private final ConfigurableApplicationContext context;

	Actuator(LoadEndpoint endpoint, SecurityProperties security, ConfigurableApplicationContext context) {
		this.endpoint = endpoint;
		this.security = security;
		this.context = context;
	}

	/**
	 * Lets the endpoint control a command, and prints where. A generated password goes to
	 * standard error: Spring Boot would log it on standard output, which has only the
	 * result.
	 */
	public void open(LoadControl control, String task, boolean quiet) {
		this.endpoint.control(control);
		if (!quiet) {
			System.err.printf("%s until it is interrupted; actuator on port %s%n", task,
					this.context.getEnvironment().getProperty("local.server.port"));
		}
		SecurityProperties.User user = this.security.getUser();
		if (user.isPasswordGenerated()) {
			System.err.printf("The password of %s for changes is %s; SPRING_SECURITY_USER_PASSWORD sets another.%n",
					user.getName(), user.getPassword());
		}
		AvailabilityChangeEvent.publish(this.context, ReadinessState.ACCEPTING_TRAFFIC);
	}

}
