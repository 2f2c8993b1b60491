package dev.grpctuning.call.adaptive;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;

/** Measures each run of a handler and of the interceptors before it. */
record MeasuredHandler<Q, R>(ServerCallHandler<Q, R> handler, MethodPlace place) implements ServerCallHandler<Q, R> {

	@Override
	public ServerCall.Listener<Q> startCall(ServerCall<Q, R> call, Metadata headers) {
		long began = this.place.begin();
		try {
			return new MeasuredListener<>(this.handler.startCall(call, headers), this.place,
					!call.getMethodDescriptor().getType().clientSendsOneMessage());
		}
		finally {
			this.place.end(began);
		}
	}

	private static final class MeasuredListener<Q> extends SimpleForwardingServerCallListener<Q> {

		private final MethodPlace place;

		private final boolean manyMessages;

		MeasuredListener(ServerCall.Listener<Q> listener, MethodPlace place, boolean manyMessages) {
			super(listener);
			this.place = place;
			this.manyMessages = manyMessages;
		}

		/** gRPC keeps the only message of a client until its half-close. */
		@Override
		public void onMessage(Q message) {
			if (!this.manyMessages) {
				super.onMessage(message);
				return;
			}
			long began = this.place.begin();
			try {
				super.onMessage(message);
			}
			finally {
				this.place.end(began);
			}
		}

		@Override
		public void onHalfClose() {
			measure(super::onHalfClose);
		}

		@Override
		public void onReady() {
			measure(super::onReady);
		}

		@Override
		public void onCancel() {
			measure(super::onCancel);
		}

		@Override
		public void onComplete() {
			measure(super::onComplete);
		}

		private void measure(Runnable event) {
			long began = this.place.begin();
			try {
				event.run();
			}
			finally {
				this.place.end(began);
			}
		}

	}

}
