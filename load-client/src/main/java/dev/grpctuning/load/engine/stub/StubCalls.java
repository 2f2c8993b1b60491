package dev.grpctuning.load.engine.stub;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.OpenCall;
import dev.grpctuning.load.engine.StubKind;

/**
 * Makes one call after the other the way a kind of generated stub does: the bodies of
 * these methods are those of a stub's methods. Streams are made the same way for every
 * kind, as only the asynchronous stub has them all.
 */
@FunctionalInterface
interface StubCalls {

	/**
	 * Starts a call and returns at once, or when an awaited call has ended.
	 * @param call told how it ended, on whatever thread grpc-java ends it
	 */
	void start(OpenCall call);

	/**
	 * Calls by a kind of stub.
	 * @param kind the kind
	 * @param calls begins the calls
	 * @param ends through which ends of calls are told
	 */
	static <Q, R> StubCalls of(StubKind kind, NewCalls<Q, R> calls, CallEnds ends) {
		MethodDescriptor<Q, R> method = calls.target().method();
		if (method.getType() != MethodType.UNARY) {
			return (call) -> {
				long number = calls.number();
				new StreamCall<>(calls.call(number), calls.target(), number, call, ends).start();
			};
		}
		return switch (kind) {
			case FUTURE -> (call) -> {
				long number = calls.number();
				Futures.addCallback(ClientCalls.futureUnaryCall(calls.call(number), calls.request(number)),
						new FutureEnd<>(call, ends), MoreExecutors.directExecutor());
			};
			case ASYNC -> (call) -> {
				long number = calls.number();
				ClientCalls.asyncUnaryCall(calls.call(number), calls.request(number), new ObserverEnd<>(call, ends));
			};
			case BLOCKING -> (call) -> {
				if (call.isAwaited()) {
					callBlocking(call, calls, ends);
				}
				else {
					Thread.startVirtualThread(() -> callBlocking(call, calls, ends));
				}
			};
		};
	}

	private static <Q, R> void callBlocking(OpenCall call, NewCalls<Q, R> calls, CallEnds ends) {
		call.sentNow();
		try {
			long number = calls.number();
			ClientCalls.blockingUnaryCall(calls.channel(number), calls.target().method(), calls.options(),
					calls.request(number));
			ends.ended(call, null);
		}
		catch (RuntimeException ex) {
			ends.ended(call, Status.fromThrowable(ex));
		}
	}

	/**
	 * Told how calls ended.
	 */
	@FunctionalInterface
	interface CallEnds {

		void ended(OpenCall call, @Nullable Status failure);

	}

	/**
	 * The end of a call made by a future stub.
	 *
	 * @param <R> type of the response
	 * @param call the call
	 * @param ends told its end
	 */
	record FutureEnd<R>(OpenCall call, CallEnds ends) implements FutureCallback<R> {

		@Override
		public void onSuccess(@Nullable R response) {
			this.ends.ended(this.call, null);
		}

		@Override
		public void onFailure(Throwable failure) {
			this.ends.ended(this.call, Status.fromThrowable(failure));
		}

	}

	/**
	 * The end of a call made by an asynchronous stub.
	 *
	 * @param <R> type of the response
	 * @param call the call
	 * @param ends told its end
	 */
	record ObserverEnd<R>(OpenCall call, CallEnds ends) implements StreamObserver<R> {

		@Override
		public void onNext(R response) {
			// A unary call ends with onCompleted, once its status has arrived.
		}

		@Override
		public void onError(Throwable failure) {
			this.ends.ended(this.call, Status.fromThrowable(failure));
		}

		@Override
		public void onCompleted() {
			this.ends.ended(this.call, null);
		}

	}

}
