package dev.grpctuning.load.engine.raw;

import java.util.List;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.transport.ClientEventLoops;

/**
 * The raw channels of one run, with what they send.
 */
record RawChannels(List<RawChannel> all, ClientEventLoops eventLoops, PreparedRequest request) implements CallChannels {

	@Override
	public void close() {
		this.all.forEach((channel) -> channel.executor().execute(channel::close));
		this.eventLoops.close();
		this.request.close();
	}

}
