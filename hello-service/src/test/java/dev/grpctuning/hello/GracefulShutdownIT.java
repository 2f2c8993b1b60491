package dev.grpctuning.hello;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.google.common.util.concurrent.ListenableFuture;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.MeterNotFoundException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What happens to calls that are being handled when the application stops. */
class GracefulShutdownIT {

	@ParameterizedTest
	@CsvSource({ "plain,50,1s", "fork-join,1,1s", "direct,1,1s" })
	void callsInFlightAreAllAnswered(String profile, int count, String delay) throws Exception {
		HandlerThreads handlers = new HandlerThreads();
		try (RunningService service = RunningService.start(handlers::addTo, "--spring.profiles.active=" + profile,
				"--hello.work.delay=" + delay)) {
			List<ListenableFuture<HelloResponse>> calls = IntStream.range(0, count)
				.mapToObj((id) -> HelloServiceGrpc.newFutureStub(service.channel())
					.sayHello(HelloRequest.newBuilder().setId(id).build()))
				.toList();
			await().ignoreException(MeterNotFoundException.class)
				.until(() -> begun(service) == count && handlers.last() != null);
			service.stop();
			for (int id = 0; id < count; id++) {
				assertThat(calls.get(id).get(60, TimeUnit.SECONDS).getId()).isEqualTo(id);
			}
			await().until(() -> RunningService.threads("grpc-server-worker").isEmpty()
					&& RunningService.threads("grpc-server-app").isEmpty());
		}
	}

	private static int begun(RunningService service) {
		return (int) service.bean(MeterRegistry.class)
			.get("grpc.server.call.started")
			.tag("grpc.method", "hello.v1.HelloService/SayHello")
			.counter()
			.count();
	}

}
