package dev.grpctuning.load.transport.raw;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.grpc.Status;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings.Cancellation;

/**
 * Ends the calls of one channel at their deadlines, and cancels those that the plan
 * picks. Belongs to the event loop.
 */
final class CallTimers {

	private final EventLoop loop;

	private final @Nullable CallTimeout timeout;

	private final Cancellation cancellation;

	private final BiConsumer<RawCall, Status> end;

	private final Deadlines deadlines = new Deadlines();

	private boolean expiring;

	CallTimers(EventLoop loop, PreparedRequest request, BiConsumer<RawCall, Status> end) {
		this.loop = loop;
		this.timeout = request.timeout();
		this.cancellation = request.settings().cancellation();
		this.end = end;
	}

	/** The deadline of a call that starts now, or 0 without one. */
	long deadlineNanos() {
		return (this.timeout != null) ? System.nanoTime() + this.timeout.nanos() : 0;
	}

	void add(RawCall call) {
		if (this.timeout != null) {
			this.deadlines.add(call);
			expireLater();
		}
	}

	/** Cancels a call if the plan picks it, but never before this returns. */
	void cancelLater(RawCall call) {
		if (this.cancellation.picks(call.number) && call.cancelTimer == null) {
			call.cancelTimer = this.loop.schedule(() -> cancel(call), this.cancellation.after().toNanos(),
					TimeUnit.NANOSECONDS);
		}
	}

	private void cancel(RawCall call) {
		if (!call.hasEnded()) {
			call.cancelledAsPlanned = true;
			this.end.accept(call, Status.CANCELLED.withDescription(this.cancellation.reason()));
		}
	}

	void remove(RawCall call) {
		if (this.timeout != null) {
			this.deadlines.remove(call);
		}
	}

	private void expireLater() {
		RawCall first = this.deadlines.first;
		if (first != null && !this.expiring) {
			this.expiring = true;
			this.loop.schedule(this::expire, first.deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
		}
	}

	private void expire() {
		this.expiring = false;
		long now = System.nanoTime();
		RawCall first = this.deadlines.first;
		while (first != null && first.deadlineNanos - now <= 0) {
			this.end.accept(first, exceeded());
			first = this.deadlines.first;
		}
		expireLater();
	}

	/**
	 * Corrects the status of a call that the server reset because its deadline was over,
	 * before the timer here noticed. grpc-java's ClientCallImpl does the same.
	 */
	Status judge(RawCall call, Status status) {
		boolean reset = this.timeout != null && status.getCode() == Status.Code.CANCELLED && !call.cancelledAsPlanned;
		return (reset && call.deadlineNanos - System.nanoTime() <= 0) ? exceeded() : status;
	}

	private Status exceeded() {
		long millis = (this.timeout != null) ? this.timeout.duration().toMillis() : 0;
		return Status.DEADLINE_EXCEEDED.withDescription("not answered within " + millis + " ms");
	}

	/**
	 * The open calls of a channel, ordered by deadline. As all have the same timeout,
	 * this is also the order in which they started.
	 */
	static final class Deadlines {

		@Nullable RawCall first;

		private @Nullable RawCall last;

		void add(RawCall call) {
			RawCall before = this.last;
			call.previous = before;
			call.next = null;
			if (before != null) {
				before.next = call;
			}
			else {
				this.first = call;
			}
			this.last = call;
		}

		void remove(RawCall call) {
			RawCall before = call.previous;
			if (before == null && call != this.first) {
				return;
			}
			RawCall after = call.next;
			if (before != null) {
				before.next = after;
			}
			else {
				this.first = after;
			}
			if (after != null) {
				after.previous = before;
			}
			else {
				this.last = before;
			}
			call.previous = null;
			call.next = null;
		}

	}

}
