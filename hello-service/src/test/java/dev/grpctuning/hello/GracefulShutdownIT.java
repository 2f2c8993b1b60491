package dev.grpctuning.hello;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.ListenableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What happens to a call that is being handled when the application stops.
 */
class GracefulShutdownIT {

	@ParameterizedTest
	@ValueSource(strings = { "plain", "fork-join", "direct" })
	void callInFlightIsAnswered(String profile) throws Exception {
		try (RunningService service = RunningService.start("--spring.profiles.active=" + profile,
				"--hello.work.delay=1s")) {
			ListenableFuture<HelloResponse> call = HelloServiceGrpc.newFutureStub(service.channel())
				.sayHello(HelloRequest.newBuilder().setId(7).build());
			await().until(GracefulShutdownIT::handlerIsBusy);
			service.stop();
			assertThat(call.get(10, TimeUnit.SECONDS).getId()).isEqualTo(7);
			await().until(() -> RunningService.threads("grpc-server-worker").isEmpty()
					&& RunningService.threads("grpc-server-app").isEmpty());
		}
	}

	private static boolean handlerIsBusy() {
		return Thread.getAllStackTraces()
			.values()
			.stream()
			.flatMap(Arrays::stream)
			.anyMatch((frame) -> frame.getClassName().equals(HandlerWork.class.getName()));
	}

}
