package dev.grpctuning.load.target;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
			.isThrownBy(() -> new CallTarget<>(method, HelloRequest.getDefaultInstance()))
			.withMessage("method: " + type + " (expected: UNARY)");
	}

	@Test
	void whenTargetIsHelloThenItSaysHelloToSomebody() {
		CallTarget<HelloRequest, HelloResponse> target = HelloTarget.sayHello();
		assertThat(target.method().getFullMethodName()).isEqualTo("hello.v1.HelloService/SayHello");
		assertThat(target.request().getFirstName()).isNotEmpty();
		assertThat(target.request()).isEqualTo(HelloTarget.sayHello().request());
	}

}
