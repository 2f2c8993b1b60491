package dev.grpctuning.load.transport.stub;

import java.nio.channels.ClosedChannelException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

	/** The headers and the body of the response follow. */
	private static final Pattern NOT_GRPC = Pattern
		.compile("HTTP status code (\\d+)\\ninvalid content-type: (.*)(?s:\\n.*)?");

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
			call.failed(corrected(failure));
		}
		else {
			call.succeeded();
		}
	}

	@Override
	public ScheduledExecutorService executor() {
		return this.eventLoop;
	}

	/** Corrects a status that grpc-java itself gives to a failed call. */
	static Status corrected(Status failure) {
		// A connection that was lost before the call was written to it.
		if (failure.getCode() == Status.Code.UNKNOWN && failure.getCause() instanceof ClosedChannelException) {
			return Status.UNAVAILABLE.withDescription(failure.getDescription());
		}
		Matcher page = NOT_GRPC.matcher(String.valueOf(failure.getDescription()));
		return page.matches()
				? failure.withDescription(
						"HTTP status %s, content type %s, which is not gRPC".formatted(page.group(1), page.group(2)))
				: failure;
	}

}
