package dev.grpctuning.autoconfigure.netdevh;

import java.util.Map;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Turns off net.devh's own meters of calls, unless the application sets {@value #THEIRS}.
 * They look up four meters for each call.
 */
final class CallMetersEnvironmentPostProcessor implements EnvironmentPostProcessor {

	static final String THEIRS = "grpc.metricsA66Enabled";

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		environment.getPropertySources()
			.addLast(new MapPropertySource("grpc-tuning call meters", Map.of(THEIRS, "false")));
	}

}
