package dev.grpctuning.autoconfigure.boot;

import java.util.Set;
import java.util.function.BooleanSupplier;

import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.grpc.server.health.HealthCheckedGrpcComponent;
import org.springframework.boot.grpc.server.health.HealthCheckedGrpcComponents;
import org.springframework.boot.grpc.server.health.StatusAggregator;
import org.springframework.boot.grpc.server.health.StatusMapper;

import dev.grpctuning.call.LiveServices;

/**
 * Keeps Spring Boot, which reports the health of services again and again, from reporting
 * a withdrawn one as serving.
 */
record WithdrawnServicesHealth(HealthCheckedGrpcComponents components,
		LiveServices services) implements HealthCheckedGrpcComponents {

	@Override
	public @Nullable HealthCheckedGrpcComponent getServer() {
		return this.components.getServer();
	}

	@Override
	public Set<String> getServiceNames() {
		return this.components.getServiceNames();
	}

	@Override
	public @Nullable HealthCheckedGrpcComponent getService(String name) {
		HealthCheckedGrpcComponent service = this.components.getService(name);
		return (service != null) ? new Service(service, () -> this.services.withdrawn().contains(name)) : null;
	}

	private record Service(HealthCheckedGrpcComponent service,
			BooleanSupplier withdrawn) implements HealthCheckedGrpcComponent {

		@Override
		public boolean isMember(String healthContributorName) {
			return this.service.isMember(healthContributorName);
		}

		@Override
		public StatusAggregator getStatusAggregator() {
			return this.service.getStatusAggregator();
		}

		@Override
		public StatusMapper getStatusMapper() {
			StatusMapper mapper = this.service.getStatusMapper();
			return (status) -> this.withdrawn.getAsBoolean() ? ServingStatus.NOT_SERVING
					: mapper.getServingStatus(status);
		}

	}

}
