package dev.grpctuning.load.transport.stub;

import java.util.List;

import net.devh.boot.grpc.client.channelfactory.GrpcChannelFactory;

import dev.grpctuning.load.engine.channel.CallChannel;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.transport.ClientEventLoops;

record StubChannels(List<? extends CallChannel> all, GrpcChannelFactory factory,
		ClientEventLoops eventLoops) implements CallChannels {

	@Override
	public void close() {
		this.factory.close();
		this.eventLoops.close();
	}

}
