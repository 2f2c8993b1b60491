package dev.grpctuning.hello;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1alpha.ServerReflectionGrpc;
import io.grpc.reflection.v1alpha.ServerReflectionRequest;
import io.grpc.reflection.v1alpha.ServerReflectionResponse;
import io.grpc.reflection.v1alpha.ServiceResponse;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Every method over a socket. */
@ExtendWith(OutputCaptureExtension.class)
class HelloServiceIT extends AbstractServiceIT {

	private static final HelloRequest REQUEST = HelloRequest.newBuilder()
		.setFirstName("Ada")
		.setLastName("Lovelace")
		.setId(42)
		.addData(1)
		.addData(-7)
		.setPayload(ByteString.copyFromUtf8("ignored"))
		.setResponseBytes(100_000)
		.build();

	private static final HelloResponse RESPONSE = HelloResponse.newBuilder()
		.setGreeting("Hello Ada Lovelace")
		.setId(42)
		.addData(1)
		.addData(-7)
		.setPayload(ByteString.copyFrom(new byte[100_000]))
		.build();

	@Test
	void sayHelloStreamAnswersOnceWhenNoCountIsGiven() {
		assertThat(this.service.stub().sayHelloStream(REQUEST)).toIterable().containsExactly(RESPONSE);
	}

	@Test
	void chatRefusesARequestThatIsOutOfRange() throws Exception {
		Responses responses = new Responses();
		StreamObserver<HelloRequest> requests = HelloServiceGrpc.newStub(this.service.channel()).chat(responses);
		requests.onNext(REQUEST);
		requests.onNext(REQUEST.toBuilder().setResponseBytes(-1).build());
		assertThat(responses.next()).isEqualTo(RESPONSE);
		assertThat(responses.next()).isInstanceOfSatisfying(StatusRuntimeException.class, (ex) -> {
			assertThat(ex.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
			assertThat(ex.getStatus().getDescription()).isEqualTo("response_bytes: -1 (expected: 0 to 4194304)");
		});
	}

	@Test
	void responseMayHaveFourMebibytes() {
		HelloRequest request = REQUEST.toBuilder().setResponseBytes(4 * 1024 * 1024).build();
		assertThat(this.service.stub().sayHello(request).getPayload().size()).isEqualTo(4 * 1024 * 1024);
	}

	@ParameterizedTest
	@CsvSource({ "4194305,0,response_bytes: 4194305 (expected: 0 to 4194304)",
			"-1,0,response_bytes: -1 (expected: 0 to 4194304)", "0,-3,response_count: -3 (expected: 0 to 2147483647)" })
	void fieldOutOfRangeIsRefused(int bytes, int count, String message) {
		HelloRequest request = REQUEST.toBuilder().setResponseBytes(bytes).setResponseCount(count).build();
		assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(() -> this.service.stub().sayHello(request))
			.withMessage("INVALID_ARGUMENT: " + message);
		assertThatExceptionOfType(StatusRuntimeException.class)
			.isThrownBy(() -> this.service.stub().sayHelloStream(request).next())
			.withMessage("INVALID_ARGUMENT: " + message);
	}

	@Test
	void headerIsNotPrintedUnlessAskedFor(CapturedOutput output) {
		with(this.service.channel(), "x-the-header", "not printed").sayHello(REQUEST);
		assertThat(output).doesNotContain("not printed");
	}

	@Test
	void delayIsThatOfTheHeaderIfThereIsOne() {
		try (RunningService slow = RunningService.start("--hello.work.delay=1h", "--hello.work.max-delay=1s")) {
			long start = System.nanoTime();
			assertThat(with(slow.channel(), "x-work-delay-us", "30000").sayHello(REQUEST)).isEqualTo(RESPONSE);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
			assertThat(with(slow.channel(), "x-work-delay-us", "0").sayHello(REQUEST)).isEqualTo(RESPONSE);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1", "1", "9223372036854775807", "1ms", "" })
	void delayInTheHeaderThatIsOutOfRangeIsRefused(String value) {
		assertThatExceptionOfType(StatusRuntimeException.class)
			.isThrownBy(() -> with(this.service.channel(), "x-work-delay-us", value).sayHello(REQUEST))
			.withMessage("INVALID_ARGUMENT: x-work-delay-us: " + value
					+ " (expected: 0 to 0, which hello.work.max-delay sets)");
	}

	@Test
	void healthAndReflectionAreServed() throws Exception {
		assertThat(HealthGrpc.newBlockingStub(this.service.channel())
			.check(HealthCheckRequest.getDefaultInstance())
			.getStatus()).isEqualTo(ServingStatus.SERVING);
		BlockingQueue<ServerReflectionResponse> answers = new LinkedBlockingQueue<>();
		StreamObserver<ServerReflectionRequest> questions = ServerReflectionGrpc.newStub(this.service.channel())
			.serverReflectionInfo(new StreamObserver<>() {

				@Override
				public void onNext(ServerReflectionResponse answer) {
					answers.add(answer);
				}

				@Override
				public void onError(Throwable failure) {
				}

				@Override
				public void onCompleted() {
				}

			});
		questions.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
		ServerReflectionResponse answer = answers.poll(60, TimeUnit.SECONDS);
		questions.onCompleted();
		assertThat(answer).isNotNull()
			.satisfies((list) -> assertThat(list.getListServicesResponse().getServiceList())
				.extracting(ServiceResponse::getName)
				.contains("hello.v1.HelloService", "grpc.health.v1.Health")
				.doesNotContain("hello.v1.HelloJsonService", "hello.v1.HelloWireService"));
	}

	private static HelloServiceGrpc.HelloServiceBlockingStub with(ManagedChannel channel, String header, String value) {
		Metadata headers = new Metadata();
		headers.put(Metadata.Key.of(header, Metadata.ASCII_STRING_MARSHALLER), value);
		return HelloServiceGrpc.newBlockingStub(channel)
			.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
	}

}
