package dev.grpctuning.autoconfigure.netdevh;

import java.util.List;

import io.grpc.Server;
import net.devh.boot.grpc.server.config.GrpcServerProperties;
import net.devh.boot.grpc.server.serverfactory.NettyGrpcServerFactory;
import net.devh.boot.grpc.server.service.GrpcServiceDefinition;

import dev.grpctuning.server.Generations;

/**
 * Wraps net.devh's factory, so that its server can be replaced while it runs. Extends it,
 * because net.devh injects the factory by type. Delegates every public method, so that
 * properties and configurers of the superclass are never used.
 */
class TunedNetDevhServerFactory extends NettyGrpcServerFactory {

	private final NettyGrpcServerFactory factory;

	private final Generations generations;

	TunedNetDevhServerFactory(NettyGrpcServerFactory factory, Generations generations) {
		super(new GrpcServerProperties(), List.of());
		this.factory = factory;
		this.generations = generations;
	}

	@Override
	public Server createServer() {
		return this.generations.createServer(this.factory::createServer);
	}

	@Override
	public String getAddress() {
		return this.factory.getAddress();
	}

	@Override
	public int getPort() {
		return this.factory.getPort();
	}

	@Override
	public void addService(GrpcServiceDefinition service) {
		this.factory.addService(service);
	}

}
