package dev.grpctuning.call;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.call.executor.CallExecutors;

/**
 * Accompanies one call and gives its place and its executor back when it ends. An
 * executor of the application's may admit the call only after it has ended.
 */
final class CallTracer extends ServerStreamTracer implements Executor {

	static final Context.Key<CallTracer> KEY = Context.key("grpc-tuning-call");

	private final CallLimits limits;

	private final LongAdder openCalls;

	private final String method;

	private final long arrivedNanos = System.nanoTime();

	/** Time from the arrival to the deadline of the client, if a limit needs it. */
	private final long timeoutNanos;

	private CallExecutors.@Nullable Entered entered;

	private @Nullable Executor accepted;

	private @Nullable Executor requestedFor;

	/**
	 * Place in the limits, {@code null} before it is taken and after it is given back.
	 */
	private Admission.@Nullable Admitted place;

	private @Nullable Refusal refusal;

	private volatile Status.@Nullable Code outcome;

	CallTracer(CallLimits limits, LongAdder openCalls, String method, Metadata headers) {
		this.limits = limits;
		this.openCalls = openCalls;
		this.method = method;
		Long timeout = limits.boundsWaiting() ? headers.get(GrpcUtil.TIMEOUT_KEY) : null;
		this.timeoutNanos = (timeout != null) ? timeout : Long.MAX_VALUE;
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

	synchronized Executor admit(CallExecutors.Entered entered, Admission.Admitted place) {
		this.entered = entered;
		this.place = place;
		Executor accepted = entered.executor().accept(entered.onLoop(), entered.place());
		this.accepted = accepted;
		releaseIfClosed();
		return entered.onLoop() ? accepted : this;
	}

	/** Runs a task of the call, which is the last one when the call has ended. */
	@Override
	public void execute(Runnable task) {
		CallExecutors.Entered entered = Objects.requireNonNull(this.entered);
		MethodPlace measured = entered.place();
		if (this.outcome == Status.Code.OK && (measured == null || !measured.isOnLoop())) {
			entered.executor().handOverEnd(task);
		}
		else {
			Objects.requireNonNull(this.accepted).execute(task);
		}
	}

	/** Requests the message of a call that runs on an executor. */
	void requestEarly(ServerCall<?, ?> call, Executor tasks) {
		this.requestedFor = tasks;
		call.request(EarlyRequest.MESSAGES);
	}

	/** Executor of a call whose message was requested, {@code null} of another. */
	@Nullable Executor requestedFor() {
		return this.requestedFor;
	}

	/** Measures its handler, {@code null} if its executor is not adaptive. */
	@Nullable MethodPlace measured() {
		return (this.entered != null) ? this.entered.place() : null;
	}

	/** Returns {@code null}, for no executor. */
	@Nullable Executor refuse(Refusal refusal) {
		this.refusal = refusal;
		return null;
	}

	/** Why the call is refused, also after it has waited for its thread. */
	@Nullable Refusal refusal() {
		if (this.refusal == null && this.limits.boundsWaiting()) {
			long waited = System.nanoTime() - this.arrivedNanos;
			this.refusal = this.limits.refuseLate(this.method, (this.entered != null) ? this.entered.executor() : null,
					waited, this.timeoutNanos - waited);
		}
		return this.refusal;
	}

	@Override
	public synchronized void streamClosed(Status status) {
		this.openCalls.decrement();
		this.outcome = status.getCode();
		releaseIfClosed();
	}

	private void releaseIfClosed() {
		CallExecutors.Entered taken = this.entered;
		Admission.Admitted held = this.place;
		Status.Code ended = this.outcome;
		if (taken == null || held == null || ended == null) {
			return;
		}
		this.place = null;
		this.limits.release(held, this.method, this.arrivedNanos, isOverload(ended), ended == Status.Code.OK);
		taken.executor().ended(taken.onLoop(), this.arrivedNanos);
	}

	/** A client whose deadline passes cancels the call, often before the server does. */
	private boolean isOverload(Status.Code ended) {
		return ended == Status.Code.DEADLINE_EXCEEDED || ended == Status.Code.RESOURCE_EXHAUSTED
				|| (ended == Status.Code.CANCELLED && System.nanoTime() - this.arrivedNanos
						+ TimeUnit.MILLISECONDS.toNanos(1) >= this.timeoutNanos);
	}

}
