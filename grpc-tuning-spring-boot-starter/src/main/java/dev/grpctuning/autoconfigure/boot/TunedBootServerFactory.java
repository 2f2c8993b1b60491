package dev.grpctuning.autoconfigure.boot;

import java.util.List;

import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import org.jspecify.annotations.Nullable;
import org.springframework.grpc.server.NettyGrpcServerFactory;
import org.springframework.grpc.server.ServerServiceDefinitionFilter;
import org.springframework.grpc.server.service.ServerInterceptorFilter;

import dev.grpctuning.server.Generations;

/**
 * Wraps Spring's factory, so that its server can be replaced while it runs. Must extend
 * it, because Spring Boot injects the factory by type. Delegates every public method, so
 * address, customizers and TLS of the superclass are never used. Spring Boot itself
 * passes {@code null} for each server without TLS.
 */
class TunedBootServerFactory extends NettyGrpcServerFactory {

	private final NettyGrpcServerFactory factory;

	private final Generations generations;

	TunedBootServerFactory(NettyGrpcServerFactory factory, Generations generations) {
		super("", List.of(), null, null, null);
		this.factory = factory;
		this.generations = generations;
	}

	@Override
	public Server createServer() {
		return this.generations.createServer(this.factory::createServer);
	}

	@Override
	public void addService(ServerServiceDefinition service) {
		this.factory.addService(service);
	}

	@Override
	public void setServiceFilter(@Nullable ServerServiceDefinitionFilter filter) {
		this.factory.setServiceFilter(filter);
	}

	@Override
	public void setInterceptorFilter(@Nullable ServerInterceptorFilter filter) {
		this.factory.setInterceptorFilter(filter);
	}

	@Override
	public boolean supports(ServerInterceptor interceptor, ServerServiceDefinition service) {
		return this.factory.supports(interceptor, service);
	}

}
