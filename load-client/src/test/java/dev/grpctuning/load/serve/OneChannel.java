package dev.grpctuning.load.serve;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.channel.OpenCall;

/** One channel without a network. */
record OneChannel(ScheduledExecutorService executor,
		Consumer<OpenCall> behaviour) implements CallChannels, CallChannel {

	@Override
	public List<? extends CallChannel> all() {
		return List.of(this);
	}

	@Override
	public void start(OpenCall call) {
		this.behaviour.accept(call);
	}

	@Override
	public void close() {
	}

}
