package dev.grpctuning.call;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.call.executor.CallExecutor;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.trace.CallTracer;
import dev.grpctuning.call.trace.CallTracers;
import dev.grpctuning.observe.CurrentLoop;

/**
 * A call with an executor and a place in the limits, which it gives back when it ends.
 */
final class DispatchedCall extends CallTracer implements Executor, CallExecutor.Refusable {

	static final Context.Key<DispatchedCall> KEY = Context.key("grpc-tuning-call");

	private final CallLimits limits;

	private final LongAdder openCalls;

	private CallExecutors.@Nullable Entered entered;

	private @Nullable Executor accepted;

	/** gRPC's task, which runs all events of the call, and which this object wraps. */
	private @Nullable Runnable events;

	private boolean begun;

	/** Whether gRPC's task runs now, so that the handler may not have returned. */
	private volatile boolean running;

	/** Whether events run now that were held until the message was requested. */
	private volatile boolean runningHeld;

	/** Counts the call if a thread outside its executor answers, {@code null} if not. */
	private @Nullable ForeignAnswers foreign;

	private @Nullable Executor requestedFor;

	/** Place of the call in the limits, {@code null} if it was refused. */
	private CallLimits.Admission.@Nullable Admitted place;

	private @Nullable Refusal refusal;

	/** When the handler got its thread, if a limit needs it. */
	private @Nullable Long startedNanos;

	private volatile Status.@Nullable Code outcome;

	DispatchedCall(CallTracers tracers, String method, CallLimits limits, LongAdder openCalls) {
		super(tracers, method);
		this.limits = limits;
		this.openCalls = openCalls;
		openCalls.increment();
	}

	@Override
	public Context filterContext(Context context) {
		return super.filterContext(context.withValue(KEY, this));
	}

	Executor admit(CallExecutors.Entered entered, CallLimits.Admission.Admitted place) {
		this.entered = entered;
		this.place = place;
		Executor accepted = entered.executor().accept(entered.onLoop(), entered.place());
		this.accepted = accepted;
		return entered.onLoop() ? accepted : this;
	}

	/** Runs a task of the call, which is the last one when the call has ended. */
	@Override
	public void execute(Runnable task) {
		CallExecutors.Entered entered = Objects.requireNonNull(this.entered);
		MethodPlace measured = entered.place();
		if (this.events == null) {
			this.events = task;
		}
		if (this.refusal != null) {
			// No handler has begun.
			task.run();
		}
		else if (this.outcome == Status.Code.OK && (measured == null || !measured.isOnLoop())) {
			entered.executor().handOverEnd(task);
		}
		else {
			Objects.requireNonNull(this.accepted).execute((task == this.events) ? this : () -> runHeld(task));
		}
	}

	@Override
	public void run() {
		this.begun = true;
		this.running = true;
		try {
			Objects.requireNonNull(this.events).run();
		}
		finally {
			this.running = false;
		}
	}

	private void runHeld(Runnable task) {
		this.runningHeld = true;
		try {
			task.run();
		}
		finally {
			this.runningHeld = false;
		}
	}

	@Override
	public boolean refuse() {
		if (!this.begun) {
			refuse(this.limits.count(Refusal.QUEUE));
		}
		return !this.begun;
	}

	/** Counts the call if its handler returns and answers from another thread. */
	void watch(ForeignAnswers foreign) {
		this.foreign = foreign;
	}

	/** Called by the thread that sends the response. */
	@Override
	public void outboundMessage(int number) {
		MethodPlace measured = measured();
		if (this.foreign == null && measured == null) {
			return;
		}
		boolean byOwnThread = !this.running && !this.runningHeld && CurrentLoop.get() == null;
		if (measured != null) {
			measured.answered(byOwnThread);
		}
		if (this.foreign != null && byOwnThread) {
			this.foreign.add(method());
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
			Deadline deadline = Context.current().getDeadline();
			long now = System.nanoTime();
			this.startedNanos = now;
			this.refusal = this.limits.refuseLate(method(), (this.entered != null) ? this.entered.executor() : null,
					now - arrivedNanos(),
					(deadline != null) ? deadline.timeRemaining(TimeUnit.NANOSECONDS) : Long.MAX_VALUE);
		}
		return this.refusal;
	}

	/** Called on the event loop, as {@code admit} was. */
	@Override
	public void streamClosed(Status status) {
		super.streamClosed(status);
		this.openCalls.decrement();
		this.outcome = status.getCode();
		CallExecutors.Entered taken = this.entered;
		CallLimits.Admission.Admitted held = this.place;
		if (taken != null && held != null) {
			this.limits.release(held, method(), this.startedNanos, status.getCode());
			taken.executor().ended(taken.onLoop(), arrivedNanos());
		}
	}

}
