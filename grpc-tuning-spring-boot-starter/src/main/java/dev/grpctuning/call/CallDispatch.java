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
import io.grpc.ServerStreamTracer;
import io.grpc.internal.SerializingExecutor;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.call.executor.CallExecutors;

/**
 * Gives each call of a server its executor, or refuses it on its event loop. gRPC calls
 * it three times per call: for a tracer, which is notified of the end of the call; for
 * the executor; and as the outermost interceptor.
 */
public final class CallDispatch {

	private final CallExecutors executors;

	private final CallLimits limits;

	private final LongAdder openCalls = new LongAdder();

	public CallDispatch(CallExecutors executors, CallLimits limits) {
		this.executors = executors;
		this.limits = limits;
	}

	/**
	 * Registers the dispatch. Method lookup and refusals stay on the event loop. What
	 * listens for cancellations may block; it runs on the main executor.
	 */
	public void applyTo(ServerBuilder<?> builder) {
		builder.executor(this::execute)
			.callExecutor(new Supplier())
			.addStreamTracerFactory(new TracerFactory())
			.intercept(new Refusals());
	}

	private void execute(Runnable task) {
		if (task instanceof SerializingExecutor) {
			task.run();
		}
		else {
			this.executors.runLate(task);
		}
	}

	public int openCalls() {
		return (int) Math.max(0, this.openCalls.sum());
	}

	private final class TracerFactory extends ServerStreamTracer.Factory {

		@Override
		public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
			return new CallTracer(CallDispatch.this.limits, CallDispatch.this.openCalls, fullMethodName, headers);
		}

	}

	/** {@code null} leaves a refused call on its event loop. */
	private final class Supplier implements ServerCallExecutorSupplier {

		@Override
		public <Q, R> @Nullable Executor getExecutor(ServerCall<Q, R> call, Metadata metadata) {
			CallLimits limits = CallDispatch.this.limits;
			String method = call.getMethodDescriptor().getFullMethodName();
			MethodType type = call.getMethodDescriptor().getType();
			CallExecutors.Entered entered = CallDispatch.this.executors.enter(method, type == MethodType.UNARY);
			CallTracer tracer = CallTracer.KEY.get();
			if (!entered.onLoop() && !CallLimits.isHealth(method) && entered.executor().refuses()) {
				entered.exit();
				return tracer.refuse(Refusal.QUEUE);
			}
			Admission admission = limits.admit(call, metadata);
			if (admission instanceof Admission.Refused refused) {
				entered.exit();
				return tracer.refuse(refused.reason());
			}
			Executor tasks = tracer.admit(entered, (Admission.Admitted) admission);
			// Only a call with one request is handed over whole, and none on its loop.
			if (!entered.onLoop() && type.clientSendsOneMessage()) {
				tracer.requestEarly(call, tasks);
			}
			return tasks;
		}

	}

	private final class Refusals implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			CallTracer tracer = CallTracer.KEY.get();
			Refusal refusal = tracer.refusal();
			if (refusal == null) {
				Executor requestedFor = tracer.requestedFor();
				MethodPlace place = tracer.measured();
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
