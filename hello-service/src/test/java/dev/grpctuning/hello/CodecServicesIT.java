package dev.grpctuning.hello;

import java.util.List;
import java.util.SplittableRandom;

import com.google.common.collect.Lists;
import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The service in each encoding over a socket: the same handler, and the same tuning. */
@ExtendWith(OutputCaptureExtension.class)
class CodecServicesIT extends AbstractServiceIT {

	private static final HelloRequest REQUEST = HelloRequest.newBuilder()
		.setFirstName("Ada")
		.setLastName("Lovelace")
		.setId(42)
		.addAllData(() -> new SplittableRandom(1).longs(1000).iterator())
		.setPayload(ByteString.copyFromUtf8("ignored"))
		.setResponseBytes(100_000)
		.setResponseCount(20)
		.build();

	private static final HelloResponse RESPONSE = HelloResponse.newBuilder()
		.setGreeting("Hello Ada Lovelace")
		.setId(42)
		.addAllData(REQUEST.getDataList())
		.setPayload(ByteString.copyFrom(new byte[100_000]))
		.build();

	private final HandlerThreads handlerThreads = new HandlerThreads();

	@Override
	RunningService startService() {
		return RunningService.start(this.handlerThreads::addTo, "--hello.print-header=true");
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void sayHelloAnswers(HelloCodec codec) {
		assertThat(call(this.service.channel(), codec.sayHello(), REQUEST)).isEqualTo(RESPONSE);
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void sayHelloStreamAnswersAsOftenAsAskedFor(HelloCodec codec) {
		List<HelloResponse> responses = Lists.newArrayList(ClientCalls
			.blockingServerStreamingCall(this.service.channel(), codec.sayHelloStream(), CallOptions.DEFAULT, REQUEST));
		assertThat(responses).hasSize(20).containsOnly(RESPONSE);
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void chatAnswersEachRequestInOrder(HelloCodec codec) throws Exception {
		Responses responses = new Responses();
		StreamObserver<HelloRequest> requests = ClientCalls
			.asyncBidiStreamingCall(this.service.channel().newCall(codec.chat(), CallOptions.DEFAULT), responses);
		for (int id = 1; id <= 30; id++) {
			requests.onNext(REQUEST.toBuilder().setId(id).build());
		}
		requests.onCompleted();
		for (int id = 1; id <= 30; id++) {
			assertThat(responses.next()).isEqualTo(RESPONSE.toBuilder().setId(id).build());
		}
		assertThat(responses.next()).isEqualTo(Status.OK);
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void fieldOutOfRangeIsRefused(HelloCodec codec) {
		HelloRequest request = REQUEST.toBuilder().setResponseBytes(-1).build();
		assertThatExceptionOfType(StatusRuntimeException.class)
			.isThrownBy(() -> call(this.service.channel(), codec.sayHello(), request))
			.withMessage("INVALID_ARGUMENT: response_bytes: -1 (expected: 0 to 4194304)");
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void headerIsPrintedByTheHandler(HelloCodec codec, CapturedOutput output) {
		Metadata headers = new Metadata();
		headers.put(HandlerHeaders.PRINTED, "printed for " + codec);
		call(ClientInterceptors.intercept(this.service.channel(), MetadataUtils.newAttachHeadersInterceptor(headers)),
				codec.sayHello(), REQUEST);
		assertThat(output.getOut().lines()).containsOnlyOnce("printed for " + codec);
	}

	@Test
	void whenTheHeaderIsLongOrMissingThenItsBeginningOrNothingIsPrinted(CapturedOutput output) {
		Metadata headers = new Metadata();
		headers.put(HandlerHeaders.PRINTED, "y".repeat(501));
		call(ClientInterceptors.intercept(this.service.channel(), MetadataUtils.newAttachHeadersInterceptor(headers)),
				HelloCodec.PROTOBUF.sayHello(), REQUEST);
		call(this.service.channel(), HelloCodec.PROTOBUF.sayHello(), REQUEST);
		assertThat(output.getOut().lines()).containsOnlyOnce("y".repeat(500) + "…").doesNotContain("null");
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void routeAndWithdrawalHoldForTheService(HelloCodec codec) throws Exception {
		TuningEndpoint endpoint = new TuningEndpoint(this.service);
		Runnable call = () -> call(this.service.channel(), codec.sayHello(), REQUEST);
		try {
			assertThat(this.handlerThreads.of(call)).isNotNull().matches((thread) -> !thread.isVirtual());
			endpoint.change("""
					{"executorRoutes": "%s/SayHello type=virtual"}""".formatted(codec.serviceName()));
			assertThat(this.handlerThreads.of(call)).isNotNull().matches(Thread::isVirtual);
			endpoint.change("""
					{"servicesWithdrawn": "%s"}""".formatted(codec.serviceName()));
			assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(call::run)
				.withMessageStartingWith("UNIMPLEMENTED");
		}
		finally {
			endpoint.reset();
		}
	}

	private static HelloResponse call(Channel channel, MethodDescriptor<HelloRequest, HelloResponse> method,
			HelloRequest request) {
		return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, request);
	}

}
