package dev.grpctuning.hello;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.v1.HelloResponse;

/** Responses in the order of their arrival, and how the call ended. */
final class Responses implements StreamObserver<HelloResponse> {

	private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();

	/** Waits for a response, a failure, or the good end, which is {@link Status#OK}. */
	@Nullable Object next() throws InterruptedException {
		return this.arrived.poll(60, TimeUnit.SECONDS);
	}

	@Override
	public void onNext(HelloResponse response) {
		this.arrived.add(response);
	}

	@Override
	public void onError(Throwable failure) {
		this.arrived.add(failure);
	}

	@Override
	public void onCompleted() {
		this.arrived.add(Status.OK);
	}

}
