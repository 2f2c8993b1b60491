package dev.grpctuning;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import com.google.common.util.concurrent.Uninterruptibles;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;

/** Health service of an application, which answers its checks late. */
final class OwnHealth extends HealthGrpc.HealthImplBase {

	/** Checks that are not answered yet. */
	final Queue<StreamObserver<HealthCheckResponse>> open = new ConcurrentLinkedQueue<>();

	/** Makes checks hold their threads. */
	volatile CountDownLatch gate = new CountDownLatch(0);

	@Override
	public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> response) {
		this.open.add(response);
		Uninterruptibles.awaitUninterruptibly(this.gate);
	}

	static void answer(StreamObserver<HealthCheckResponse> response) {
		response.onNext(HealthCheckResponse.newBuilder().setStatus(ServingStatus.SERVING).build());
		response.onCompleted();
	}

}
