package dev.grpctuning.load.transport.stub;

import java.util.concurrent.atomic.LongAdder;

import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

import dev.grpctuning.load.engine.channel.CallChannels.MessageBytes;

/** Counts the messages and bytes of one channel, as one tracer for all calls. */
final class MessageCounter extends ClientStreamTracer {

	private final LongAdder requests = new LongAdder();

	private final LongAdder requestBytes = new LongAdder();

	private final LongAdder responses = new LongAdder();

	private final LongAdder responseBytes = new LongAdder();

	CallOptions watch(CallOptions options) {
		return options.withStreamTracerFactory(new ClientStreamTracer.Factory() {

			@Override
			public ClientStreamTracer newClientStreamTracer(StreamInfo info, Metadata headers) {
				return MessageCounter.this;
			}

		});
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

}
