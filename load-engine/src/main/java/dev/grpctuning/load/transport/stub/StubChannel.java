package dev.grpctuning.load.engine.stub;

import java.util.concurrent.ScheduledExecutorService;

import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.CallChannel;
import dev.grpctuning.load.engine.MessageBytes;
import dev.grpctuning.load.engine.OpenCall;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.engine.stub.StubCalls.CallEnds;

/**
 * A grpc-java channel on one event loop. With a direct executor nearly all calls end on
 * that loop already; the others, such as those that fail before they are sent, are handed
 * over to it.
 */
final class StubChannel implements CallChannel, CallEnds {

	private final EventLoop eventLoop;

	private final NewCalls<?, ?> newCalls;

	private final StubCalls calls;

	private final MessageCounter messages;

	private final boolean tellsWhenSent;

	/**
	 * Creates a channel.
	 * @param eventLoop the event loop of its connection
	 * @param kind kind of stub that makes its calls
	 * @param calls begins the calls
	 * @param messages counts the messages of these calls
	 */
	StubChannel(EventLoop eventLoop, StubKind kind, NewCalls<?, ?> calls, MessageCounter messages) {
		this.eventLoop = eventLoop;
		this.messages = messages;
		this.tellsWhenSent = kind == StubKind.BLOCKING && calls.target().method().getType() == MethodType.UNARY;
		this.newCalls = calls;
		this.calls = StubCalls.of(kind, calls, this, eventLoop);
	}

	@Override
	public void start(OpenCall call) {
		this.calls.start(call, this.newCalls.number());
	}

	@Override
	public boolean tellsWhenSent() {
		return this.tellsWhenSent;
	}

	@Override
	public MessageBytes messageBytes() {
		return this.messages.messageBytes();
	}

	@Override
	public void ended(OpenCall call, @Nullable Status failure) {
		if (this.eventLoop.inEventLoop()) {
			tell(call, failure);
		}
		else {
			this.eventLoop.execute(() -> tell(call, failure));
		}
	}

	private static void tell(OpenCall call, @Nullable Status failure) {
		if (failure != null) {
			call.failed(failure);
		}
		else {
			call.succeeded();
		}
	}

	@Override
	public void cancelled(OpenCall call) {
		this.eventLoop.execute(call::cancelled);
	}

	@Override
	public ScheduledExecutorService executor() {
		return this.eventLoop;
	}

}
