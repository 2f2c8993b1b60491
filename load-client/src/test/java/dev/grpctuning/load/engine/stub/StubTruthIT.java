package dev.grpctuning.load.engine.stub;

import java.util.List;

import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.springframework.context.support.StaticApplicationContext;

import dev.grpctuning.load.engine.AbstractTruthIT;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.target.HelloTarget;

/**
 * What the stub engine measures.
 */
class StubTruthIT extends AbstractTruthIT {

	@Override
	protected ChannelsFactory channels() {
		GrpcChannelsProperties properties = new GrpcChannelsProperties();
		properties.getGlobalChannel().setNegotiationType(NegotiationType.PLAINTEXT);
		StaticApplicationContext context = new StaticApplicationContext();
		context.refresh();
		StubChannelsFactory stubs = new StubChannelsFactory(properties, new GlobalClientInterceptorRegistry(context),
				List.of());
		return (address, plan, timeout) -> stubs.open(address, plan, HelloTarget.sayHello(), timeout);
	}

}
