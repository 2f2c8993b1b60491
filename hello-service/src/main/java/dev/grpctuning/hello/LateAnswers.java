package dev.grpctuning.hello;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.v1.HelloResponse;

/**
 * Sends responses after a delay that blocks no thread, like handlers that call another
 * service asynchronously.
 */
final class LateAnswers {

	private final @Nullable Duration delay;

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
			Thread.ofPlatform().name("hello-answers").daemon().factory());

	/**
	 * Creates a sender of responses.
	 * @param delay time before each response, {@code null} to send it at once
	 */
	LateAnswers(@Nullable Duration delay) {
		this.delay = delay;
		// Otherwise, a cancelled call would stay in memory until its delay is over.
		this.timer.setRemoveOnCancelPolicy(true);
	}

	void send(HelloResponse response, StreamObserver<HelloResponse> observer) {
		if (this.delay == null) {
			complete(response, observer);
			return;
		}
		Future<?> answer = this.timer.schedule(() -> complete(response, observer), this.delay.toNanos(),
				TimeUnit.NANOSECONDS);
		((ServerCallStreamObserver<HelloResponse>) observer).setOnCancelHandler(() -> answer.cancel(false));
	}

	/** Number of calls that wait for their response. */
	int waiting() {
		return this.timer.getQueue().size();
	}

	private static void complete(HelloResponse response, StreamObserver<HelloResponse> observer) {
		observer.onNext(response);
		observer.onCompleted();
	}

}
