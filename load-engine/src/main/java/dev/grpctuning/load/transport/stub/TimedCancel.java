package dev.grpctuning.load.transport.stub;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.grpc.ClientCall;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings.Cancellation;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.transport.stub.StubCalls.CallEnds;

/**
 * Cancels one call in time, and reports that as a planned end.
 */
final class TimedCancel implements CallEnds {

	private final ClientCall<?, ?> clientCall;

	private final Cancellation cancellation;

	private final ScheduledExecutorService executor;

	private final CallEnds ends;

	private @Nullable Future<?> timer;

	private boolean cancelled;

	private boolean ended;

	TimedCancel(ClientCall<?, ?> clientCall, Cancellation cancellation, ScheduledExecutorService executor,
			CallEnds ends) {
		this.clientCall = clientCall;
		this.cancellation = cancellation;
		this.executor = executor;
		this.ends = ends;
	}

	void begin() {
		if (this.cancellation.after().isZero()) {
			cancel();
			return;
		}
		synchronized (this) {
			if (!this.ended) {
				this.timer = this.executor.schedule(this::cancel, this.cancellation.after().toNanos(),
						TimeUnit.NANOSECONDS);
			}
		}
	}

	private void cancel() {
		synchronized (this) {
			if (this.ended) {
				return;
			}
			this.cancelled = true;
		}
		this.clientCall.cancel(this.cancellation.reason(), null);
	}

	@Override
	public void ended(OpenCall call, @Nullable Status failure) {
		if (end() && failure != null && failure.getCode() == Status.Code.CANCELLED) {
			this.ends.cancelled(call);
		}
		else {
			this.ends.ended(call, failure);
		}
	}

	private synchronized boolean end() {
		this.ended = true;
		if (this.timer != null) {
			this.timer.cancel(false);
		}
		return this.cancelled;
	}

	@Override
	public void cancelled(OpenCall call) {
		this.ends.cancelled(call);
	}

}
