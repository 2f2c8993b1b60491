package dev.grpctuning.load.engine.stub;

import java.util.function.LongSupplier;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.OpenCall;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.target.CallTarget;
import dev.grpctuning.load.target.Requests;

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
	 * @param channel the channel
	 * @param target what is called
	 * @param numbers gives each call its number
	 * @param ends through which ends of calls are told
	 */
	static <Q, R> StubCalls of(StubKind kind, Channel channel, CallTarget<Q, R> target, LongSupplier numbers,
			CallEnds ends) {
		Requests<Q> requests = target.requests();
		if (target.method().getType() != MethodType.UNARY) {
			return streams(channel, target, numbers, ends);
		}
		return switch (kind) {
			case FUTURE -> (call) -> Futures.addCallback(
					ClientCalls.futureUnaryCall(channel.newCall(target.method(), CallOptions.DEFAULT),
							requests.message(numbers.getAsLong(), 0)),
					new FutureEnd<>(call, ends), MoreExecutors.directExecutor());
			case ASYNC -> (call) -> ClientCalls.asyncUnaryCall(channel.newCall(target.method(), CallOptions.DEFAULT),
					requests.message(numbers.getAsLong(), 0), new ObserverEnd<>(call, ends));
			case BLOCKING -> (call) -> {
				if (call.isAwaited()) {
					callBlocking(call, channel, target, numbers, ends);
				}
				else {
					Thread.startVirtualThread(() -> callBlocking(call, channel, target, numbers, ends));
				}
			};
		};
	}

	private static <Q, R> void callBlocking(OpenCall call, Channel channel, CallTarget<Q, R> target,
			LongSupplier numbers, CallEnds ends) {
		call.sentNow();
		try {
			ClientCalls.blockingUnaryCall(channel, target.method(), CallOptions.DEFAULT,
					target.requests().message(numbers.getAsLong(), 0));
			ends.ended(call, null);
		}
		catch (RuntimeException ex) {
			ends.ended(call, Status.fromThrowable(ex));
		}
	}

	private static <Q, R> StubCalls streams(Channel channel, CallTarget<Q, R> target, LongSupplier numbers,
			CallEnds ends) {
		MethodDescriptor<Q, R> method = target.method();
		boolean clientStreams = !method.getType().clientSendsOneMessage();
		boolean serverStreams = !method.getType().serverSendsOneMessage();
		return (call) -> new StreamCall<>(channel.newCall(method, CallOptions.DEFAULT), target.requests(),
				numbers.getAsLong(), call, serverStreams, ends)
			.start(clientStreams);
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
