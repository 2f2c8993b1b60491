package dev.grpctuning.load.transport.stub;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;

import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.channel.CallChannels.MessageBytes;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;

/**
 * A grpc-java channel on one event loop. Calls that end elsewhere, such as those that
 * fail before they are sent, are handed over to it.
 */
final class StubChannel implements CallChannel, StubCalls.CallEnds {

	private final EventLoop eventLoop;

	private final NewCalls<?, ?> newCalls;

	private final StubCalls calls;

	private final boolean reportsWhenSent;

	StubChannel(EventLoop eventLoop, StubKind kind, NewCalls<?, ?> calls) {
		this.eventLoop = eventLoop;
		this.reportsWhenSent = kind == StubKind.BLOCKING && calls.target().method().getType() == MethodType.UNARY;
		this.newCalls = calls;
		this.calls = StubCalls.of(kind, calls, this, eventLoop);
	}

	@Override
	public void start(OpenCall call) {
		this.calls.start(call, call.number(this.newCalls.numbers()));
	}

	@Override
	public boolean reportsWhenSent() {
		return this.reportsWhenSent;
	}

	@Override
	public MessageBytes messageBytes() {
		return this.newCalls.messages().messageBytes();
	}

	@Override
	public void ended(OpenCall call, @Nullable Status failure) {
		if (this.eventLoop.inEventLoop()) {
			report(call, failure);
			return;
		}
		try {
			this.eventLoop.execute(() -> report(call, failure));
		}
		catch (RejectedExecutionException ex) {
			// The run is over.
		}
	}

	private static void report(OpenCall call, @Nullable Status failure) {
		if (failure != null) {
			call.failed(StubFailure.of(failure));
		}
		else {
			call.succeeded();
		}
	}

	@Override
	public ScheduledExecutorService executor() {
		return this.eventLoop;
	}

}
