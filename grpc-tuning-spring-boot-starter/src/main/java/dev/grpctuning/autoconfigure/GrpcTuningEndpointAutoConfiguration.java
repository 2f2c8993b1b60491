package dev.grpctuning.autoconfigure;

import java.util.Objects;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;

import dev.grpctuning.actuate.GrpcConnectionsEndpoint;
import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.actuate.TuningView;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.lifecycle.EffectiveSettings;
import dev.grpctuning.lifecycle.Generations;
import dev.grpctuning.lifecycle.Tuning;
import dev.grpctuning.transport.TransportAvailability;

/**
 * Auto-configuration of the actuator endpoints.
 */
@AutoConfiguration(after = GrpcTuningAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Tuning.class)
public final class GrpcTuningEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint
	GrpcTuningEndpoint grpcTuningEndpoint(Tuning tuning, Generations generations, EffectiveSettings effective,
			TransportAvailability availability, Adviser adviser, ResourceLoader resourceLoader) {
		return new GrpcTuningEndpoint(tuning, new TuningView(tuning, generations, effective, availability, adviser,
				Objects.requireNonNull(resourceLoader.getClassLoader())));
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint
	GrpcConnectionsEndpoint grpcConnectionsEndpoint(OpenConnections connections) {
		return new GrpcConnectionsEndpoint(connections);
	}

	@Bean
	WholeBodyAdvisor grpcTuningWholeBodyAdvisor() {
		return new WholeBodyAdvisor();
	}

	/**
	 * For Spring MVC only; elsewhere a body has one level.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass(name = "org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter")
	static class MvcConfiguration {

		@Bean
		ChangeBodyAdvice grpcTuningChangeBodyAdvice(ObjectProvider<PathMappedEndpoints> endpoints) {
			return new ChangeBodyAdvice(endpoints);
		}

	}

}
