package dev.grpctuning.load.transport.stub;

import io.grpc.ClientCall;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.Status;

import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.transport.stub.StubCalls.CallEnds;

/**
 * Reports the failure of a call before the stub makes one or two exceptions of it. When a
 * server with many open calls ended, their stack traces took two thirds of the time of
 * the event loop.
 */
final class FailsWithoutException<Q, R> extends SimpleForwardingClientCall<Q, R> {

	private final OpenCall call;

	private final CallEnds ends;

	FailsWithoutException(ClientCall<Q, R> delegate, OpenCall call, CallEnds ends) {
		super(delegate);
		this.call = call;
		this.ends = ends;
	}

	@Override
	public void start(Listener<R> stub, Metadata headers) {
		super.start(new SimpleForwardingClientCallListener<>(stub) {

			@Override
			public void onClose(Status status, Metadata trailers) {
				if (status.isOk()) {
					super.onClose(status, trailers);
				}
				else {
					FailsWithoutException.this.ends.ended(FailsWithoutException.this.call, status);
				}
			}

		}, headers);
	}

}
