package dev.grpctuning.dispatch;

import java.util.concurrent.Executor;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.executor.CallExecutor;
import dev.grpctuning.executor.CallExecutors;
import dev.grpctuning.limit.CallLimit;

/**
 * Gives each call of a server its executor, or refuses it while it is still on its event
 * loop. gRPC asks three times for each call: for a tracer, which goes with the call and
 * is told of its end; for the executor; and, as the outermost interceptor, what to do
 * with it.
 */
public final class CallDispatch {

	private static final Context.Key<CallTracer> TRACER = Context.key("grpc-tuning-call");

	private final CallExecutors executors;

	private final CallLimit limit;

	private final OpenCalls openCalls = new OpenCalls();

	/**
	 * Creates the dispatch of one generation.
	 * @param executors what its calls run on
	 * @param limit the bound on the calls of all generations
	 */
	public CallDispatch(CallExecutors executors, CallLimit limit) {
		this.executors = executors;
		this.limit = limit;
	}

	/**
	 * Makes a server's calls pass here. Method lookup and refusals stay on the event
	 * loop.
	 */
	public void applyTo(ServerBuilder<?> builder) {
		builder.directExecutor()
			.callExecutor(new Supplier())
			.addStreamTracerFactory(new TracerFactory())
			.intercept(new Refusals());
	}

	/**
	 * Number of calls of this generation that have not ended.
	 */
	public int openCalls() {
		return this.openCalls.count();
	}

	/**
	 * Calls by which a server is watched and explored; they must work when nothing else
	 * does.
	 */
	private static boolean isExempt(String fullMethodName) {
		return fullMethodName.startsWith("grpc.health.v1.Health/") || fullMethodName.startsWith("grpc.reflection.v1");
	}

	/**
	 * Puts a tracer where the supplier and the interceptor find it.
	 */
	static Context contextWith(Context context, CallTracer tracer) {
		return context.withValue(TRACER, tracer);
	}

	/**
	 * Makes the tracers.
	 */
	private final class TracerFactory extends ServerStreamTracer.Factory {

		@Override
		public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
			return new CallTracer(CallDispatch.this.limit, CallDispatch.this.openCalls);
		}

	}

	/**
	 * Chooses the executor. {@code null} leaves a refused call on its event loop.
	 */
	private final class Supplier implements ServerCallExecutorSupplier {

		@Override
		public <Q, R> @Nullable Executor getExecutor(ServerCall<Q, R> call, Metadata metadata) {
			String method = call.getMethodDescriptor().getFullMethodName();
			CallExecutor executor = CallDispatch.this.executors.enter(method);
			CallTracer tracer = TRACER.get();
			if (isExempt(method)) {
				return tracer.admit(executor);
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

	/**
	 * Answers refused calls.
	 */
	private static final class Refusals implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			String refusal = TRACER.get().refusal();
			if (refusal == null) {
				return next.startCall(call, headers);
			}
			call.close(Status.RESOURCE_EXHAUSTED.withDescription(refusal), new Metadata());
			return new ServerCall.Listener<>() {
			};
		}

	}

}
