package dev.grpctuning.autoconfigure.ineffective;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextRefreshedEvent;

import dev.grpctuning.server.Generations;

/**
 * Auto-configuration of warnings about properties {@code grpc.tuning.*} that are set and
 * have no effect. It must work wherever the tuning does not, such as with Spring Boot 3.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "grpc.tuning.enabled", matchIfMissing = true)
public final class IneffectivePropertiesAutoConfiguration {

	private static final Log logger = LogFactory.getLog(IneffectivePropertiesAutoConfiguration.class);

	/** Has no condition, because the level of its logger turns it off. */
	@Bean
	ApplicationListener<ContextRefreshedEvent> grpcTuningIneffectiveProperties(ConfigurableApplicationContext context,
			ObjectProvider<Generations> generations) {
		return (event) -> {
			if (event.getApplicationContext() == context) {
				PropertyNames.unknownVariables(context.getEnvironment())
					.forEach((name) -> logger
						.warn("Environment variable " + name + " has no effect, because there is no such property"));
				if (PropertyNames.isServerTuned(context.getEnvironment())
						&& generations.stream().noneMatch(IneffectivePropertiesAutoConfiguration::isExplained)) {
					logger.warn("grpc.tuning.* has no effect: " + UntunedReason.of(context));
				}
			}
		};
	}

	private static boolean isExplained(Generations generations) {
		return generations.serving() != null || generations.leftAServerAlone();
	}

}
