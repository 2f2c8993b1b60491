package dev.grpctuning.load.transport.raw;

import java.util.List;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.transport.ClientEventLoops;

record RawChannels(List<RawChannel> all, ClientEventLoops eventLoops, PreparedRequest request,
		ProtocolErrorLog errors) implements CallChannels {

	@Override
	public ProtocolErrors protocolErrors() {
		return this.errors.errors();
	}

	@Override
	public void close() {
		this.all.forEach((channel) -> channel.executor().execute(channel::close));
		this.eventLoops.close();
		this.request.close();
	}

}
