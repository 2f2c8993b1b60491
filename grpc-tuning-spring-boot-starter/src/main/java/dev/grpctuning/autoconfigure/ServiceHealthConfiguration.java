package dev.grpctuning.autoconfigure;

import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reports withdrawn services by gRPC's health service, if the application has one. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(HealthStatusManager.class)
class ServiceHealthConfiguration {

	@Bean
	ServiceHealth grpcServiceHealth(ObjectProvider<HealthStatusManager> managers) {
		return (service, serving) -> managers.ifAvailable(
				(manager) -> manager.setStatus(service, serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING));
	}

	@FunctionalInterface
	interface ServiceHealth {

		void set(String service, boolean serving);

	}

}
