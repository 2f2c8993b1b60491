package dev.grpctuning.load.engine;

import java.util.concurrent.locks.LockSupport;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * A call for whose end the thread waits that begins it. There may be a hundred thousand
 * of these: the thread is parked with nothing between, whose frames would be kept for
 * each.
 */
final class AwaitedCall extends OpenCall {

	private final Thread client = Thread.currentThread();

	private @Nullable Status failure;

	private volatile boolean ended;

	AwaitedCall(Lane lane, long dueNanos, long sentNanos, boolean counted) {
		super(lane, dueNanos, sentNanos, counted);
	}

	@Override
	public boolean isAwaited() {
		return true;
	}

	@Override
	public void succeeded() {
		super.succeeded();
		end();
	}

	@Override
	public void failed(Status status) {
		super.failed(status);
		this.failure = status;
		end();
	}

	@Override
	public void cancelled() {
		super.cancelled();
		end();
	}

	private void end() {
		this.ended = true;
		LockSupport.unpark(this.client);
	}

	/**
	 * Waits for the end, on the thread that began the call.
	 * @return the status, {@code null} if the call was answered or cancelled as planned
	 */
	@Nullable Status await() throws InterruptedException {
		while (!this.ended) {
			LockSupport.park();
			if (Thread.interrupted()) {
				throw new InterruptedException();
			}
		}
		return this.failure;
	}

}
