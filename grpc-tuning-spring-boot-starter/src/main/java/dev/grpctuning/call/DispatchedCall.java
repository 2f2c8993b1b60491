package dev.grpctuning.call;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.CallStart;
import dev.grpctuning.call.trace.CallTracer;
import dev.grpctuning.call.trace.CallTracers;

/**
 * A call with an executor and a place in the limits, which it gives back when it ends.
 */
final class DispatchedCall extends CallTracer implements Executor, CallStart {

	static final Context.Key<DispatchedCall> KEY = Context.key("grpc-tuning-call");

	private final CallLimits limits;

	private final LongAdder openCalls;

	/** Time from the arrival to the deadline of the client, if a limit needs it. */
	private final long timeoutNanos;

	private CallExecutors.@Nullable Entered entered;

	private @Nullable Executor accepted;

	/** First task, which the executor gets as this object. */
	private @Nullable Runnable start;

	private @Nullable Executor requestedFor;

	/**
	 * Place in the limits, {@code null} before it is taken and after it is given back.
	 */
	private Admission.@Nullable Admitted place;

	private @Nullable Refusal refusal;

	private volatile Status.@Nullable Code outcome;

	DispatchedCall(CallTracers tracers, String method, Metadata headers, CallLimits limits, LongAdder openCalls) {
		super(tracers, method);
		this.limits = limits;
		this.openCalls = openCalls;
		Long timeout = limits.learns() ? headers.get(GrpcUtil.TIMEOUT_KEY) : null;
		this.timeoutNanos = (timeout != null) ? timeout : Long.MAX_VALUE;
		openCalls.increment();
	}

	@Override
	public Context filterContext(Context context) {
		return super.filterContext(context.withValue(KEY, this));
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
		if (this.start == null) {
			this.start = task;
			Objects.requireNonNull(this.accepted).execute(this);
		}
		else if (this.refusal != null) {
			// No handler has begun.
			task.run();
		}
		else if (this.outcome == Status.Code.OK && (measured == null || !measured.isOnLoop())) {
			entered.executor().handOverEnd(task);
		}
		else {
			Objects.requireNonNull(this.accepted).execute(task);
		}
	}

	@Override
	public void run() {
		Objects.requireNonNull(this.start).run();
	}

	@Override
	public void refuse() {
		refuse(this.limits.count(Refusal.QUEUE));
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
			long waited = System.nanoTime() - arrivedNanos();
			this.refusal = this.limits.refuseLate(method(), (this.entered != null) ? this.entered.executor() : null,
					waited, this.timeoutNanos - waited);
		}
		return this.refusal;
	}

	@Override
	public void streamClosed(Status status) {
		super.streamClosed(status);
		this.openCalls.decrement();
		closed(status.getCode());
	}

	private synchronized void closed(Status.Code outcome) {
		this.outcome = outcome;
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
		this.limits.release(held, method(), arrivedNanos(), isOverload(ended), ended == Status.Code.OK);
		taken.executor().ended(taken.onLoop(), arrivedNanos());
	}

	/** A client whose deadline passes cancels the call, often before the server does. */
	private boolean isOverload(Status.Code ended) {
		return ended == Status.Code.DEADLINE_EXCEEDED || ended == Status.Code.RESOURCE_EXHAUSTED
				|| (ended == Status.Code.CANCELLED
						&& System.nanoTime() - arrivedNanos() + TimeUnit.MILLISECONDS.toNanos(1) >= this.timeoutNanos);
	}

}
