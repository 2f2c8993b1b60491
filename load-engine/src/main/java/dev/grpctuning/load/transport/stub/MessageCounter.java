package dev.grpctuning.load.engine.stub;

import java.util.concurrent.atomic.LongAdder;

import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

import dev.grpctuning.load.engine.MessageBytes;

/**
 * Counts the messages of one channel and their bytes, as grpc-java tells of them. One
 * counter is the tracer of all calls, so that it costs a call nothing but the counting.
 */
final class MessageCounter extends ClientStreamTracer {

	private final LongAdder requests = new LongAdder();

	private final LongAdder requestBytes = new LongAdder();

	private final LongAdder responses = new LongAdder();

	private final LongAdder responseBytes = new LongAdder();

	/**
	 * Has the messages of calls counted.
	 * @param options of the calls
	 * @return options to be used for all of them
	 */
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
