package dev.grpctuning.call.adaptive;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;

/** Measures each run of a handler and of the interceptors before it. */
record MeasuredHandler<Q, R>(ServerCallHandler<Q, R> handler, MethodPlace place) implements ServerCallHandler<Q, R> {

	@Override
	public ServerCall.Listener<Q> startCall(ServerCall<Q, R> call, Metadata headers) {
		long began = this.place.begin();
		try {
			ServerCall.Listener<Q> listener = this.handler.startCall(call, headers);
			return (call.getMethodDescriptor().getType() == MethodType.UNARY)
					? new MeasuredListener<>(listener, this.place) : new MeasuredStream<>(listener, this.place);
		}
		finally {
			this.place.end(began);
		}
	}

	/**
	 * Does not measure {@code onMessage} and {@code onReady}, because reading the clock
	 * costs a quick call several per cent. gRPC's unary handlers only store the message
	 * until the half-close, and do not wait until their client is ready.
	 */
	private static class MeasuredListener<Q> extends SimpleForwardingServerCallListener<Q> {

		private final MethodPlace place;

		MeasuredListener(ServerCall.Listener<Q> listener, MethodPlace place) {
			super(listener);
			this.place = place;
		}

		@Override
		public void onHalfClose() {
			measure(super::onHalfClose);
		}

		@Override
		public void onCancel() {
			measure(super::onCancel);
		}

		@Override
		public void onComplete() {
			measure(super::onComplete);
		}

		final void measure(Runnable event) {
			long began = this.place.begin();
			try {
				event.run();
			}
			finally {
				this.place.end(began);
			}
		}

	}

	private static final class MeasuredStream<Q> extends MeasuredListener<Q> {

		MeasuredStream(ServerCall.Listener<Q> listener, MethodPlace place) {
			super(listener, place);
		}

		@Override
		public void onMessage(Q message) {
			measure(() -> super.onMessage(message));
		}

		@Override
		public void onReady() {
			measure(super::onReady);
		}

	}

}
