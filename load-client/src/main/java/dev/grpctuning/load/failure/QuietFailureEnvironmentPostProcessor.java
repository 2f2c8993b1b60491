package dev.grpctuning.load.failure;

import java.util.Map;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Turns off, by default, what Spring logs besides the line of a failed start. */
class QuietFailureEnvironmentPostProcessor implements EnvironmentPostProcessor {

	private static final Map<String, Object> LEVELS = Map.of(
			"logging.level.org.springframework.boot.autoconfigure.logging.ConditionEvaluationReportLogger", "warn",
			"logging.level.org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext",
			"error", "logging.level.org.springframework.context.annotation.AnnotationConfigApplicationContext", "error",
			"logging.level.org.springframework.context.support.DefaultLifecycleProcessor", "error");

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		if (!environment.containsProperty("debug")) {
			environment.getPropertySources().addLast(new MapPropertySource("quietFailure", LEVELS));
		}
	}

}
