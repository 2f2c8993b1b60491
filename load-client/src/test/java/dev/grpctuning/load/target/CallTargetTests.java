package dev.grpctuning.load.target;

import java.io.ByteArrayInputStream;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link CallTarget}.
 */
class CallTargetTests {

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNARY")
	void whenMethodIsNotUnaryThenItIsRefused(MethodType type) {
		MethodDescriptor<HelloRequest, HelloResponse> method = HelloServiceGrpc.getSayHelloMethod()
			.toBuilder()
			.setType(type)
			.build();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new CallTarget<>(method, Requests.constant(HelloRequest.getDefaultInstance(), 1)))
			.withMessage("method: " + type + " (expected: UNARY)");
	}

	@Test
	void whenTargetIsHelloThenItSaysHelloToSomebody() {
		CallTarget<HelloRequest, HelloResponse> target = HelloTarget.sayHello();
		assertThat(target.method().getFullMethodName()).isEqualTo("hello.v1.HelloService/SayHello");
		assertThat(target.requests().constant()).isTrue();
		assertThat(target.requests().count()).isOne();
		HelloRequest request = target.requests().message(0, 0);
		assertThat(request.getFirstName()).isNotEmpty();
		assertThat(target.requests().message(7, 0)).isSameAs(request);
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void whenHelloHasACodecThenItsBytesAreThatCodecs(HelloCodec codec) {
		CallTarget<HelloRequest, HelloResponse> target = HelloTarget.sayHello(codec, 1000);
		assertThat(target.method()).isSameAs(codec.sayHello());
		HelloRequest request = target.requests().message(0, 0);
		assertThat(request.getDataList()).hasSize(1000).doesNotHaveDuplicates();
		assertThat(request).as("the same in every run")
			.isEqualTo(HelloTarget.sayHello(codec, 1000).requests().message(0, 0));
		assertThat(codec.sayHello().parseRequest(new ByteArrayInputStream(target.requestBytes(0, 0))))
			.isEqualTo(request);
	}

}
