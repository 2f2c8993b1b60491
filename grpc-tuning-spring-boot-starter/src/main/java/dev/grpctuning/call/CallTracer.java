package dev.grpctuning.call;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Context;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.executor.CallExecutor;

/**
 * Accompanies one call and releases its executor and limit when it ends. Everything
 * before the end happens on the event loop.
 */
final class CallTracer extends ServerStreamTracer {

	private final CallLimit limit;

	private final LongAdder openCalls;

	private @Nullable CallExecutor executor;

	private @Nullable String refusal;

	private int openAtStart;

	private long startNanos;

	CallTracer(CallLimit limit, LongAdder openCalls) {
		this.limit = limit;
		this.openCalls = openCalls;
		openCalls.increment();
	}

	@Override
	public Context filterContext(Context context) {
		return CallDispatch.contextWith(context, this);
	}

	@Override
	public void serverCallStarted(ServerCallInfo<?, ?> callInfo) {
		// Of no interest, and what is inherited makes an object of it.
	}

	synchronized Executor admit(CallExecutor executor) {
		this.executor = executor;
		return executor.accept();
	}

	synchronized Executor admit(CallExecutor executor, int openAtStart) {
		this.openAtStart = openAtStart;
		this.startNanos = System.nanoTime();
		return admit(executor);
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
	public void streamClosed(Status status) {
		this.openCalls.decrement();
		release(status);
	}

	private synchronized void release(Status status) {
		CallExecutor taken = this.executor;
		if (taken == null) {
			return;
		}
		this.executor = null;
		if (this.openAtStart > 0) {
			this.limit.release(this.openAtStart, this.startNanos, status.getCode());
		}
		taken.ended();
	}

}
