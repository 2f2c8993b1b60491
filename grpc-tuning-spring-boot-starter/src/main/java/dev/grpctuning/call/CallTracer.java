package dev.grpctuning.call;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Context;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.executor.CallExecutor;

/**
 * Accompanies one call and releases its executor and limit when it ends. An executor of
 * the application's may admit the call only after it has ended.
 */
final class CallTracer extends ServerStreamTracer {

	static final Context.Key<CallTracer> KEY = Context.key("grpc-tuning-call");

	private final CallLimit limit;

	private final LongAdder openCalls;

	private @Nullable CallExecutor executor;

	private @Nullable String refusal;

	private int openAtStart;

	private long startNanos;

	private Status.@Nullable Code outcome;

	CallTracer(CallLimit limit, LongAdder openCalls) {
		this.limit = limit;
		this.openCalls = openCalls;
		openCalls.increment();
	}

	@Override
	public Context filterContext(Context context) {
		return context.withValue(KEY, this);
	}

	@Override
	public void serverCallStarted(ServerCallInfo<?, ?> callInfo) {
		// Of no interest, and what is inherited makes an object of it.
	}

	/** Takes the number of open calls, or 0 for a call that the limit does not count. */
	synchronized Executor admit(CallExecutor executor, int openAtStart) {
		this.executor = executor;
		this.openAtStart = openAtStart;
		this.startNanos = System.nanoTime();
		Executor tasks = executor.accept();
		releaseIfClosed();
		return tasks;
	}

	/** Returns {@code null}, for no executor. */
	@Nullable Executor refuse(String refusal) {
		this.refusal = refusal;
		return null;
	}

	@Nullable String refusal() {
		return this.refusal;
	}

	@Override
	public synchronized void streamClosed(Status status) {
		this.openCalls.decrement();
		this.outcome = status.getCode();
		releaseIfClosed();
	}

	private void releaseIfClosed() {
		CallExecutor taken = this.executor;
		Status.Code ended = this.outcome;
		if (taken == null || ended == null) {
			return;
		}
		this.executor = null;
		if (this.openAtStart > 0) {
			this.limit.release(this.openAtStart, this.startNanos, ended);
		}
		taken.ended();
	}

}
