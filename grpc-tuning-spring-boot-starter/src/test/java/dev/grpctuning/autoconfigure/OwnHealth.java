package dev.grpctuning.autoconfigure;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import com.google.common.util.concurrent.Uninterruptibles;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;
import net.devh.boot.grpc.server.service.GrpcService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import dev.grpctuning.testkit.Ports;

/** Health service of an application that answers its checks late. */
@GrpcService
class OwnHealth extends HealthGrpc.HealthImplBase {

	/** Checks that are not answered yet. */
	final Queue<StreamObserver<HealthCheckResponse>> open = new ConcurrentLinkedQueue<>();

	/** Makes checks hold their threads. */
	volatile CountDownLatch gate = new CountDownLatch(0);

	static TunedApplication start(String... properties) {
		return TunedApplication.start(Application.class, Ports.free(),
				Stream
					.concat(Arrays.stream(properties), Stream.of("--grpc.server.health-service-enabled=false",
							"--spring.grpc.server.health.enabled=false"))
					.toArray(String[]::new));
	}

	@Override
	public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> response) {
		this.open.add(response);
		Uninterruptibles.awaitUninterruptibly(this.gate);
	}

	static void answer(StreamObserver<HealthCheckResponse> response) {
		response.onNext(HealthCheckResponse.newBuilder().setStatus(ServingStatus.SERVING).build());
		response.onCompleted();
	}

	/** The application. */
	@Import(TunedApplication.Application.class)
	static class Application {

		@Bean
		OwnHealth ownHealth() {
			return new OwnHealth();
		}

	}

}
