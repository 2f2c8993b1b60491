package dev.grpctuning.console.webflux;

import java.util.Map;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;

import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.console.http.ConsolePath;
import dev.grpctuning.console.stream.LiveStream;

/** Serves the console beside the actuator of a reactive application. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(SimpleUrlHandlerMapping.class)
@ConditionalOnBean(LiveStream.class)
public final class WebFluxConsoleConfiguration {

	/** Before the actuator's, whose endpoint would take the console for a knob. */
	private static final int ORDER = -200;

	@Bean
	SimpleUrlHandlerMapping grpcTuningConsoleHandlerMapping(WebEndpointProperties properties,
			ObjectProvider<PathMapper> mappers, ObjectProvider<LiveStream> stream,
			ObjectProvider<GrpcTuningEndpoint> endpoint) {
		String path = ConsolePath.of(properties.getBasePath(), mappers.orderedStream().toList());
		ConsoleHandler handler = new ConsoleHandler(path, stream::getObject,
				(user) -> endpoint.getObject().shownTo(user));
		return new SimpleUrlHandlerMapping(Map.of(path + "/**", handler), ORDER);
	}

}
