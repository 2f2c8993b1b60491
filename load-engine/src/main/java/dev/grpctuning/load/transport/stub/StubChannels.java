package dev.grpctuning.load.engine.stub;

import java.util.List;

import net.devh.boot.grpc.client.channelfactory.GrpcChannelFactory;

import dev.grpctuning.load.engine.CallChannel;
import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.transport.ClientEventLoops;

/**
 * The grpc-java channels of one run. They belong to a factory of their own, so that they
 * end with the run.
 */
record StubChannels(List<? extends CallChannel> all, GrpcChannelFactory factory,
		ClientEventLoops eventLoops) implements CallChannels {

	@Override
	public void close() {
		this.factory.close();
		this.eventLoops.close();
	}

}
