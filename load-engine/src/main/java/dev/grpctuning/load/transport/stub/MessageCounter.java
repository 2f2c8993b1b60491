package dev.grpctuning.load.transport.stub;

import java.util.concurrent.atomic.LongAdder;

import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

import dev.grpctuning.load.engine.channel.CallChannels.MessageBytes;
import dev.grpctuning.load.engine.channel.OpenCall;

/**
 * Counts the messages and bytes of one channel, as one tracer for all calls. A call has a
 * tracer of its own if it may have to wait for a stream.
 */
final class MessageCounter extends ClientStreamTracer {

	private static final CallOptions.Key<OpenCall> CALL = CallOptions.Key.create("dev.grpctuning.call");

	private final LongAdder requests = new LongAdder();

	private final LongAdder requestBytes = new LongAdder();

	private final LongAdder responses = new LongAdder();

	private final LongAdder responseBytes = new LongAdder();

	private final StreamLimits limits;

	MessageCounter(StreamLimits limits) {
		this.limits = limits;
	}

	CallOptions watch(CallOptions options) {
		return options.withStreamTracerFactory(new ClientStreamTracer.Factory() {

			@Override
			public ClientStreamTracer newClientStreamTracer(StreamInfo info, Metadata headers) {
				OpenCall call = info.getCallOptions().getOption(CALL);
				return (call != null) ? new LimitedCall(call) : MessageCounter.this;
			}

		});
	}

	/** Adds a call to its options if the server limits the streams of a connection. */
	CallOptions limited(CallOptions options, OpenCall call) {
		return this.limits.exist() ? options.withOption(CALL, call) : options;
	}

	@Override
	public void outboundMessageSent(int number, long wireSize, long uncompressedSize) {
		this.requests.increment();
		this.requestBytes.add(wireSize);
	}

	@Override
	public void inboundMessageRead(int number, long wireSize, long uncompressedSize) {
		this.responses.increment();
		this.responseBytes.add(wireSize);
	}

	MessageBytes messageBytes() {
		return new MessageBytes(this.requests.sum(), this.requestBytes.sum(), this.responses.sum(),
				this.responseBytes.sum());
	}

	private final class LimitedCall extends ClientStreamTracer {

		private final OpenCall call;

		LimitedCall(OpenCall call) {
			this.call = call;
		}

		/** The headers have left the buffer of calls without a stream. */
		@Override
		public void outboundHeaders() {
			if (MessageCounter.this.limits.areReached()) {
				this.call.gotStream();
			}
		}

		@Override
		public void outboundMessageSent(int number, long wireSize, long uncompressedSize) {
			MessageCounter.this.outboundMessageSent(number, wireSize, uncompressedSize);
		}

		@Override
		public void inboundMessageRead(int number, long wireSize, long uncompressedSize) {
			MessageCounter.this.inboundMessageRead(number, wireSize, uncompressedSize);
		}

	}

}
