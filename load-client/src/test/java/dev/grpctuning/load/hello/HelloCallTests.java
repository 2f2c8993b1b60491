package dev.grpctuning.load.hello;

import java.io.ByteArrayInputStream;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.target.CallTargets;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link HelloCall}. */
class HelloCallTests {

	@Test
	void whenTargetIsHelloThenItSaysHelloToSomebody() {
		CallTarget<HelloRequest, HelloResponse> target = target(HelloCodec.PROTOBUF, 0);
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
		CallTarget<HelloRequest, HelloResponse> target = target(codec, 1000);
		assertThat(target.method()).isSameAs(codec.sayHello());
		HelloRequest request = target.requests().message(0, 0);
		assertThat(request.getDataList()).hasSize(1000).doesNotHaveDuplicates();
		assertThat(request).as("the same in every run").isEqualTo(target(codec, 1000).requests().message(0, 0));
		assertThat(codec.sayHello().parseRequest(new ByteArrayInputStream(target.requestBytes(0, 0))))
			.isEqualTo(request);
	}

	@SuppressWarnings("unchecked")
	private static CallTarget<HelloRequest, HelloResponse> target(HelloCodec codec, int longs) {
		HelloCall hello = new HelloCall(codec, longs);
		return (CallTarget<HelloRequest, HelloResponse>) CallTargets
			.of(new CallPlan(hello, null, null, Map.of(), CallSettings.DEFAULT));
	}

}
