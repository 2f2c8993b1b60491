package dev.grpctuning.autoconfigure.boot;

import java.util.function.BiConsumer;

import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import org.springframework.boot.grpc.server.health.GrpcServerHealth;
import org.springframework.boot.grpc.server.health.HealthCheckedGrpcComponents;
import org.springframework.boot.health.registry.HealthContributorRegistry;

import dev.grpctuning.call.LiveServices;

/**
 * Keeps Spring Boot, which reports the health of services again and again, from reporting
 * a withdrawn one as serving.
 */
class WithdrawnServicesHealth extends GrpcServerHealth {

	private final GrpcServerHealth health;

	private final LiveServices services;

	WithdrawnServicesHealth(HealthContributorRegistry registry, HealthCheckedGrpcComponents components,
			GrpcServerHealth health, LiveServices services) {
		super(registry, null, components);
		this.health = health;
		this.services = services;
	}

	@Override
	public void update(BiConsumer<String, ServingStatus> updater) {
		this.health.update((service, status) -> updater.accept(service,
				this.services.withdrawn().contains(service) ? ServingStatus.NOT_SERVING : status));
	}

}
