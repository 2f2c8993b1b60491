package dev.grpctuning.hello;

import java.util.List;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;

import dev.grpctuning.failure.UsageException;

/**
 * Refuses a profile that does not exist: its server would be the plain one under a wrong
 * name.
 */
class ProfileCheck implements EnvironmentPostProcessor {

	static final List<String> PROFILES = List.of("plain", "netty", "fork-join", "tuned", "direct");

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		for (String profile : environment.getActiveProfiles()) {
			if (!PROFILES.contains(profile)) {
				throw new UsageException("spring.profiles.active: \"%s\" is not allowed; use one of %s."
					.formatted(profile, String.join(", ", PROFILES)));
			}
		}
	}

}
