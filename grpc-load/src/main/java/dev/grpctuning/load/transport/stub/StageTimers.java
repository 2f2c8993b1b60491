package dev.grpctuning.load.transport.stub;

import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.netty.channel.EventLoop;

import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.channel.ServerTiming;
import dev.grpctuning.observe.LoopWatch;

/**
 * Reports when the calls of a channel are written, whether they may have waited for a
 * stream, and what the server reports about their stages. What calls wait for the event
 * loop is measured only once a server reports something, because it costs a task per
 * call.
 */
final class StageTimers extends ClientStreamTracer.Factory {

	static final CallOptions.Key<OpenCall> CALL = CallOptions.Key.create("open-call");

	private static final Metadata.Key<String> TRAILER = Metadata.Key.of(ServerTiming.TRAILER,
			Metadata.ASCII_STRING_MARSHALLER);

	private static final Metadata.Key<String> PUSHBACK = Metadata.Key.of(OpenCall.PUSHBACK,
			Metadata.ASCII_STRING_MARSHALLER);

	private final EventLoop loop;

	private final StreamLimits limits;

	private volatile boolean reported;

	StageTimers(EventLoop loop, StreamLimits limits) {
		this.loop = loop;
		this.limits = limits;
	}

	@Override
	public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
		OpenCall call = info.getCallOptions().getOption(CALL);
		if (call == null) {
			return new ClientStreamTracer() {
			};
		}
		if (this.reported && !this.loop.isShuttingDown()) {
			// What creates the stream is handed over to the event loop after this.
			this.loop.execute(call::takenNow);
		}
		return new StageTimer(call, info.isTransparentRetry());
	}

	private final class StageTimer extends ClientStreamTracer {

		private final OpenCall call;

		private final boolean sentAgain;

		StageTimer(OpenCall call, boolean sentAgain) {
			this.call = call;
			this.sentAgain = sentAgain;
		}

		/** The headers have left the buffer of calls without a stream. */
		@Override
		public void outboundHeaders() {
			this.call.writtenNow(StageTimers.this.reported ? LoopWatch.busyNanos() : 0,
					!this.sentAgain && StageTimers.this.limits.areReached());
		}

		@Override
		public void inboundTrailers(Metadata trailers) {
			String pushback = trailers.get(PUSHBACK);
			if (pushback != null) {
				this.call.pushedBack(pushback);
			}
			String text = trailers.get(TRAILER);
			ServerTiming timing = (text != null) ? ServerTiming.parse(text) : null;
			if (timing != null) {
				StageTimers.this.reported = true;
				this.call.answeredNow(timing, LoopWatch.busyNanos());
			}
		}

	}

}
