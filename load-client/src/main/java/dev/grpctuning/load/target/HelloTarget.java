package dev.grpctuning.load.target;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/**
 * The hello service as a target.
 */
public final class HelloTarget {

	private HelloTarget() {
	}

	/**
	 * The unary greeting.
	 * @return {@code hello.v1.HelloService/SayHello} with a small request
	 */
	public static CallTarget<HelloRequest, HelloResponse> sayHello() {
		HelloRequest request = HelloRequest.newBuilder().setFirstName("Grace").setLastName("Hopper").setId(1).build();
		return new CallTarget<>(HelloServiceGrpc.getSayHelloMethod(), request);
	}

}
