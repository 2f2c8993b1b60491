package dev.grpctuning.load.transport.stub;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings.Cancellation;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;

/**
 * Makes calls as a kind of generated stub does. Streams are made the same way for every
 * kind.
 */
@FunctionalInterface
interface StubCalls {

	void start(OpenCall call, long number);

	static <Q, R> StubCalls of(StubKind kind, NewCalls<Q, R> calls, CallEnds ends, ScheduledExecutorService executor) {
		boolean unary = calls.target().method().getType() == MethodType.UNARY;
		StubCalls usual = unary ? unary(kind, calls, ends)
				: (call, number) -> streamCall(calls.call(call, number), calls, call, number, ends);
		Cancellation cancellation = calls.target().settings().cancellation();
		if (cancellation.share() == 0) {
			return usual;
		}
		return (call, number) -> {
			if (!cancellation.picks(number)) {
				usual.start(call, number);
				return;
			}
			ClientCall<Q, R> clientCall = calls.call(call, number);
			TimedCancel cancel = new TimedCancel(clientCall, cancellation, executor, ends);
			if (!unary) {
				streamCall(clientCall, calls, call, number, cancel);
			}
			else {
				if (kind == StubKind.BLOCKING) {
					// Nobody can cancel a call from the thread that it blocks.
					call.sentNow();
				}
				futureCall(clientCall, calls, call, number, cancel);
			}
			cancel.begin();
		};
	}

	private static <Q, R> StubCalls unary(StubKind kind, NewCalls<Q, R> calls, CallEnds ends) {
		return switch (kind) {
			case FUTURE -> (call, number) -> futureCall(calls.call(call, number), calls, call, number, ends);
			case ASYNC -> (call, number) -> ClientCalls.asyncUnaryCall(
					new FailsWithoutException<>(calls.call(call, number), call, ends), calls.request(number),
					new UnaryEnd<>(call, ends));
			case BLOCKING -> (call, number) -> {
				if (call.isAwaited()) {
					blockingCall(calls, call, number, ends);
				}
				else {
					Thread.startVirtualThread(() -> blockingCall(calls, call, number, ends));
				}
			};
		};
	}

	private static <Q, R> void blockingCall(NewCalls<Q, R> calls, OpenCall call, long number, CallEnds ends) {
		call.sentNow();
		try {
			ClientCalls.blockingUnaryCall(calls.channel(number), calls.target().method(), calls.options(call),
					calls.request(number));
			ends.ended(call, null);
		}
		catch (RuntimeException ex) {
			ends.ended(call, Status.fromThrowable(ex));
		}
	}

	private static <Q, R> void futureCall(ClientCall<Q, R> clientCall, NewCalls<Q, R> calls, OpenCall call, long number,
			CallEnds ends) {
		Futures.addCallback(
				ClientCalls.futureUnaryCall(new FailsWithoutException<>(clientCall, call, ends), calls.request(number)),
				new UnaryEnd<>(call, ends), MoreExecutors.directExecutor());
	}

	private static <Q, R> void streamCall(ClientCall<Q, R> clientCall, NewCalls<Q, R> calls, OpenCall call, long number,
			CallEnds ends) {
		new StreamCall<>(clientCall, calls.target(), number, call, ends).start();
	}

	@FunctionalInterface
	interface CallEnds {

		void ended(OpenCall call, @Nullable Status failure);

	}

	/** Reports the end of a unary call, whose answer is not looked at. */
	record UnaryEnd<R>(OpenCall call, CallEnds ends) implements FutureCallback<R>, StreamObserver<R> {

		@Override
		public void onNext(R response) {
			// A unary call ends with onCompleted, once its status has arrived.
		}

		@Override
		public void onCompleted() {
			this.ends.ended(this.call, null);
		}

		@Override
		public void onError(Throwable failure) {
			this.ends.ended(this.call, Status.fromThrowable(failure));
		}

		@Override
		public void onSuccess(@Nullable R response) {
			onCompleted();
		}

		@Override
		public void onFailure(Throwable failure) {
			onError(failure);
		}

	}

	/** Cancels one call after its planned time, and reports that as a planned end. */
	final class TimedCancel implements CallEnds {

		private final ClientCall<?, ?> clientCall;

		private final Cancellation cancellation;

		private final ScheduledExecutorService executor;

		private final CallEnds ends;

		private @Nullable Future<?> timer;

		private boolean cancelled;

		private boolean ended;

		TimedCancel(ClientCall<?, ?> clientCall, Cancellation cancellation, ScheduledExecutorService executor,
				CallEnds ends) {
			this.clientCall = clientCall;
			this.cancellation = cancellation;
			this.executor = executor;
			this.ends = ends;
		}

		void begin() {
			if (this.cancellation.after().isZero()) {
				cancel();
				return;
			}
			synchronized (this) {
				if (!this.ended) {
					this.timer = this.executor.schedule(this::cancel, this.cancellation.after().toNanos(),
							TimeUnit.NANOSECONDS);
				}
			}
		}

		private void cancel() {
			synchronized (this) {
				if (this.ended) {
					return;
				}
				this.cancelled = true;
			}
			this.clientCall.cancel(this.cancellation.reason(), null);
		}

		@Override
		public void ended(OpenCall call, @Nullable Status failure) {
			if (end() && failure != null && failure.getCode() == Status.Code.CANCELLED) {
				this.executor.execute(call::cancelled);
			}
			else {
				this.ends.ended(call, failure);
			}
		}

		private synchronized boolean end() {
			this.ended = true;
			if (this.timer != null) {
				this.timer.cancel(false);
			}
			return this.cancelled;
		}

	}

}
