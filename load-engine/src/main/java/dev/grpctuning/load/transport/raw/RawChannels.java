package dev.grpctuning.load.engine.raw;

import java.util.List;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.ProtocolErrors;
import dev.grpctuning.load.engine.transport.ClientEventLoops;

/**
 * The raw channels of one run, with what they send.
 */
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
