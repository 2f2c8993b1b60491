package dev.grpctuning.call;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Metadata;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.executor.CallExecutor;
import dev.grpctuning.call.executor.CallExecutors;

/**
 * Gives each call of a server its executor, or refuses it on its event loop. gRPC calls
 * it three times per call: for a tracer, which is notified of the end of the call; for
 * the executor; and as the outermost interceptor.
 */
public final class CallDispatch {

	private final CallExecutors executors;

	private final CallLimit limit;

	private final LongAdder openCalls = new LongAdder();

	public CallDispatch(CallExecutors executors, CallLimit limit) {
		this.executors = executors;
		this.limit = limit;
	}

	/** Registers the dispatch. Method lookup and refusals stay on the event loop. */
	public void applyTo(ServerBuilder<?> builder) {
		builder.directExecutor()
			.callExecutor(new Supplier())
			.addStreamTracerFactory(new TracerFactory())
			.intercept(new Refusals());
	}

	public int openCalls() {
		return (int) Math.max(0, this.openCalls.sum());
	}

	/** Health checks and reflection, which must work under any load. */
	private static boolean isExempt(String fullMethodName) {
		return fullMethodName.startsWith("grpc.health.v1.Health/") || fullMethodName.startsWith("grpc.reflection.v1");
	}

	private final class TracerFactory extends ServerStreamTracer.Factory {

		@Override
		public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
			return new CallTracer(CallDispatch.this.limit, CallDispatch.this.openCalls);
		}

	}

	/** {@code null} leaves a refused call on its event loop. */
	private final class Supplier implements ServerCallExecutorSupplier {

		@Override
		public <Q, R> @Nullable Executor getExecutor(ServerCall<Q, R> call, Metadata metadata) {
			String method = call.getMethodDescriptor().getFullMethodName();
			CallExecutor executor = CallDispatch.this.executors.enter(method);
			CallTracer tracer = CallTracer.KEY.get();
			if (isExempt(method)) {
				return tracer.admit(executor, 0);
			}
			Integer capacity = executor.refusingCapacity();
			if (capacity != null) {
				executor.exit();
				return tracer.refuse("grpc.tuning.executor%s.queue-capacity=%d: as many tasks wait for a thread"
					.formatted(CallExecutors.MAIN.equals(executor.name()) ? "" : " " + executor.name(), capacity));
			}
			int open = CallDispatch.this.limit.acquire();
			if (open < 0) {
				executor.exit();
				return tracer.refuse(CallDispatch.this.limit.refusal());
			}
			return tracer.admit(executor, open);
		}

	}

	private static final class Refusals implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			String refusal = CallTracer.KEY.get().refusal();
			if (refusal == null) {
				return next.startCall(call, headers);
			}
			call.close(Status.RESOURCE_EXHAUSTED.withDescription(refusal), new Metadata());
			return new ServerCall.Listener<>() {
			};
		}

	}

}
