package dev.grpctuning.autoconfigure.netdevh;

import java.util.List;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.config.GrpcServerProperties;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import net.devh.boot.grpc.server.serverfactory.NettyGrpcServerFactory;
import net.devh.boot.grpc.server.service.GrpcServiceDefinition;

import dev.grpctuning.server.NettyTuning;

/**
 * net.devh's factory, whose server can be replaced while it runs and whose services can
 * be withdrawn.
 */
class TunedNetDevhServerFactory extends NettyGrpcServerFactory {

	private final NettyTuning tuning;

	TunedNetDevhServerFactory(GrpcServerProperties properties, List<GrpcServerConfigurer> configurers,
			NettyTuning tuning) {
		super(properties, configurers);
		this.tuning = tuning;
	}

	@Override
	public void addService(GrpcServiceDefinition service) {
		this.tuning.services().register(service.getDefinition());
	}

	@Override
	public Server createServer() {
		return this.tuning.generations().createServer(super::createServer);
	}

	@Override
	protected void configureServices(NettyServerBuilder builder) {
		this.tuning.addServices(builder);
	}

}
