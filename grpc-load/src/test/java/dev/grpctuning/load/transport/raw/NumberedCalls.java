package dev.grpctuning.load.transport.raw;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import io.netty.buffer.Unpooled;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;

/** Calls that are never sent, for lists of them. */
final class NumberedCalls implements CallChannels, CallChannel {

	private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

	private final OpenCall openCall = new RunStats(this, CallObserver.NONE, null, RunClock.start()).all()
		.getFirst()
		.beginAwaited(false);

	RawCall call(long number) {
		return new RawCall(this.openCall, number, new RequestContent(Unpooled.EMPTY_BUFFER, new int[0], new byte[0]),
				null, 0);
	}

	@Override
	public List<NumberedCalls> all() {
		return List.of(this);
	}

	@Override
	public ScheduledExecutorService executor() {
		return this.executor;
	}

	@Override
	public void start(OpenCall call) {
		throw new UnsupportedOperationException("no call is sent");
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
