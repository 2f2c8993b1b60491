package dev.grpctuning.load.transport.raw;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

	/**
	 * The open calls. As all have the same timeout, they are in the order of their
	 * deadlines.
	 */
	private final Set<RawCall> open = new LinkedHashSet<>();

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
			this.open.add(call);
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
			this.open.remove(call);
		}
	}

	private void expireLater() {
		if (!this.open.isEmpty() && !this.expiring) {
			this.expiring = true;
			long nanos = this.open.iterator().next().deadlineNanos - System.nanoTime();
			this.loop.schedule(this::expire, nanos, TimeUnit.NANOSECONDS);
		}
	}

	private void expire() {
		this.expiring = false;
		long now = System.nanoTime();
		List<RawCall> over = this.open.stream().takeWhile((call) -> call.deadlineNanos - now <= 0).toList();
		over.forEach((call) -> this.end.accept(call, exceeded()));
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

}
