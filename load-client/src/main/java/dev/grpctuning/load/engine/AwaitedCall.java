package dev.grpctuning.load.engine;

import java.util.concurrent.CountDownLatch;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * A call for whose end a thread waits.
 */
final class AwaitedCall extends OpenCall {

	private final CountDownLatch ended = new CountDownLatch(1);

	private @Nullable Status failure;

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
		this.ended.countDown();
	}

	@Override
	public void failed(Status status) {
		super.failed(status);
		this.failure = status;
		this.ended.countDown();
	}

	@Override
	public void cancelled() {
		super.cancelled();
		this.ended.countDown();
	}

	/**
	 * Waits for the end.
	 * @return the status, {@code null} if the call was answered or cancelled as planned
	 */
	@Nullable Status await() throws InterruptedException {
		this.ended.await();
		return this.failure;
	}

}
