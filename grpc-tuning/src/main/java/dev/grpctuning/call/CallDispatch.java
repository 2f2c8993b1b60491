package dev.grpctuning.call;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.netty.handler.ssl.SslHandler;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.trace.CallTracer;
import dev.grpctuning.call.trace.CallTracers;

/**
 * Gives each call of a server its executor, or refuses it on its event loop. gRPC calls
 * it three times per call: for a tracer, which is notified of the end of the call; for
 * the executor; and as the outermost interceptor.
 */
public final class CallDispatch {

	private final CallExecutors executors;

	private final CallLimits limits;

	private final LongAdder openCalls = new LongAdder();

	private final ForeignAnswers foreign = new ForeignAnswers();

	public CallDispatch(CallExecutors executors, CallLimits limits) {
		this.executors = executors;
		this.limits = limits;
	}

	/**
	 * Registers the dispatch. Method lookup and refusals stay on the event loop. What
	 * listens for cancellations may block; it runs on the main executor. Deadlines and
	 * maximum ages cancel on the event loop instead, whose timers gRPC uses too: an
	 * executor that is stuck would not run the cancellation that frees it. TLS handshakes
	 * have threads of their own.
	 */
	public void applyTo(ServerBuilder<?> builder, CallTracers tracers) {
		tracers.dispatch(this::trace);
		builder.executor(this::execute).callExecutor(new Supplier()).intercept(new Refusals());
	}

	private CallTracer trace(CallTracers tracers, String method) {
		return new DispatchedCall(tracers, method, this.limits, this.openCalls);
	}

	private void execute(Runnable task) {
		// gRPC looks up the method of a call in the task that will also run its events.
		if (task instanceof Executor) {
			task.run();
		}
		else if (task.getClass().getEnclosingClass() == SslHandler.class) {
			this.executors.shakeHands(task);
		}
		else {
			this.executors.runLate(task);
		}
	}

	public CallExecutors executors() {
		return this.executors;
	}

	public int openCalls() {
		return (int) Math.max(0, this.openCalls.sum());
	}

	public ForeignAnswers foreign() {
		return this.foreign;
	}

	/** {@code null} leaves a refused call on its event loop. */
	private final class Supplier implements ServerCallExecutorSupplier {

		@Override
		public <Q, R> @Nullable Executor getExecutor(ServerCall<Q, R> call, Metadata metadata) {
			CallLimits limits = CallDispatch.this.limits;
			String method = call.getMethodDescriptor().getFullMethodName();
			MethodType type = call.getMethodDescriptor().getType();
			CallExecutors.Entered entered = CallDispatch.this.executors.enter(method, type == MethodType.UNARY);
			DispatchedCall dispatched = DispatchedCall.KEY.get();
			if (!entered.onLoop() && entered.executor().refuses()) {
				entered.exit();
				return dispatched.refuse(limits.count(Refusal.QUEUE));
			}
			CallLimits.Admission admission = limits.admit(call, metadata);
			if (admission instanceof CallLimits.Admission.Refused refused) {
				entered.exit();
				return dispatched.refuse(refused.reason());
			}
			if (type == MethodType.UNARY) {
				dispatched.watch(CallDispatch.this.foreign);
			}
			Executor tasks = dispatched.admit(entered, (CallLimits.Admission.Admitted) admission);
			// Only a call with one request is handed over whole, and none on its loop.
			if (!entered.onLoop() && type.clientSendsOneMessage()) {
				dispatched.requestEarly(call, tasks);
			}
			return tasks;
		}

	}

	private final class Refusals implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			DispatchedCall dispatched = DispatchedCall.KEY.get();
			Refusal refusal = dispatched.refusal();
			if (refusal == null) {
				Executor requestedFor = dispatched.requestedFor();
				MethodPlace place = dispatched.measured();
				ServerCallHandler<Q, R> handler = (place != null) ? place.measure(next) : next;
				return (requestedFor != null) ? EarlyRequest.start(call, headers, handler, requestedFor)
						: handler.startCall(call, headers);
			}
			CallDispatch.this.limits.close(call, refusal);
			return new ServerCall.Listener<>() {
			};
		}

	}

}
