package dev.grpctuning.console.servlet;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;

import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.console.http.ConsolePath;
import dev.grpctuning.console.stream.LiveStream;

/** Serves the console beside the actuator of a servlet application. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServletPath.class)
@ConditionalOnBean(LiveStream.class)
public final class ServletConsoleConfiguration {

	/** The beans are created with the first request, because servlets come early. */
	@Bean
	ServletRegistrationBean<ConsoleServlet> grpcTuningConsoleServlet(WebEndpointProperties properties,
			ObjectProvider<PathMapper> mappers, ObjectProvider<DispatcherServletPath> dispatcher,
			ObjectProvider<LiveStream> stream, ObjectProvider<GrpcTuningEndpoint> endpoint) {
		String path = ConsolePath.of(properties.getBasePath(), mappers.orderedStream().toList());
		DispatcherServletPath servlet = dispatcher.getIfAvailable();
		ConsoleServlet console = new ConsoleServlet(stream::getObject, (user) -> endpoint.getObject().shownTo(user));
		ServletRegistrationBean<ConsoleServlet> registration = new ServletRegistrationBean<>(console,
				((servlet != null) ? servlet.getRelativePath(path) : path) + "/*");
		registration.setName("grpcTuningConsole");
		return registration;
	}

}
