package dev.grpctuning.autoconfigure.boot;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.grpc.server.health.HealthCheckedGrpcComponents;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.grpctuning.call.LiveServices;

/**
 * Reports withdrawn services where Spring Boot schedules the health of its gRPC server.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.springframework.boot.grpc.server.health.HealthCheckedGrpcComponents")
public class BootHealthConfiguration {

	@Bean
	static BeanPostProcessor withdrawnServicesHealthPostProcessor(ObjectProvider<LiveServices> services) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String beanName) {
				return (bean instanceof HealthCheckedGrpcComponents components)
						? new WithdrawnServicesHealth(components, services.getObject()) : bean;
			}

		};
	}

}
