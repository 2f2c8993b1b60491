package dev.grpctuning.load.engine.raw;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.grpc.Status;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.target.Cancellation;

/**
 * Ends the calls of one channel whose time is over: by their deadline, or because the
 * plan has them cancelled. All of it belongs to the event loop.
 */
final class CallTimers {

	private final EventLoop loop;

	private final @Nullable CallTimeout timeout;

	private final Cancellation cancellation;

	private final BiConsumer<RawCall, Status> end;

	private final Deadlines<RawCall> deadlines = new Deadlines<>();

	private boolean expiring;

	/**
	 * Creates timers.
	 * @param loop where they run
	 * @param request says how long calls may take, and when they are cancelled
	 * @param end ends a call that has not ended
	 */
	CallTimers(EventLoop loop, PreparedRequest request, BiConsumer<RawCall, Status> end) {
		this.loop = loop;
		this.timeout = request.timeout();
		this.cancellation = request.request().cancellation();
		this.end = end;
	}

	/**
	 * The deadline of a call that starts now, or 0 if it has none.
	 */
	long deadlineNanos() {
		return (this.timeout != null) ? System.nanoTime() + this.timeout.nanos() : 0;
	}

	/**
	 * Watches a call until its deadline.
	 */
	void add(RawCall call) {
		if (this.timeout != null) {
			this.deadlines.add(call);
			expireLater();
		}
	}

	/**
	 * Cancels a call when the plan has it, though never before this returns.
	 * @param call a call that was sent, be it once more
	 */
	void cancelLater(RawCall call) {
		if (this.cancellation.picks(call.number()) && !call.hasCancelTimer()) {
			call.setCancelTimer(
					this.loop.schedule(() -> cancel(call), this.cancellation.after().toNanos(), TimeUnit.NANOSECONDS));
		}
	}

	private void cancel(RawCall call) {
		if (!call.hasEnded()) {
			call.cancelledAsPlanned();
			this.end.accept(call, Status.CANCELLED.withDescription(this.cancellation.reason()));
		}
	}

	/**
	 * Lets go of a call that has ended.
	 */
	void remove(RawCall call) {
		if (this.timeout != null) {
			this.deadlines.remove(call);
		}
	}

	private void expireLater() {
		RawCall first = this.deadlines.first();
		if (first != null && !this.expiring) {
			this.expiring = true;
			this.loop.schedule(this::expire, first.deadlineNanos() - System.nanoTime(), TimeUnit.NANOSECONDS);
		}
	}

	private void expire() {
		this.expiring = false;
		long now = System.nanoTime();
		RawCall first = this.deadlines.first();
		while (first != null && first.deadlineNanos() - now <= 0) {
			this.end.accept(first, exceeded());
			first = this.deadlines.first();
		}
		expireLater();
	}

	/**
	 * What a call ends with. A server can only reset the stream of a call whose deadline
	 * is over, and may be faster than the timer here: grpc-java's ClientCallImpl says so
	 * too.
	 */
	Status judge(RawCall call, Status status) {
		boolean reset = this.timeout != null && status.getCode() == Status.Code.CANCELLED
				&& !call.isCancelledAsPlanned();
		return (reset && call.deadlineNanos() - System.nanoTime() <= 0) ? exceeded() : status;
	}

	private Status exceeded() {
		long millis = (this.timeout != null) ? this.timeout.duration().toMillis() : 0;
		return Status.DEADLINE_EXCEEDED.withDescription("not answered within " + millis + " ms");
	}

}
