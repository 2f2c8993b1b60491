package dev.grpctuning.load.target;

import java.util.SplittableRandom;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;

/**
 * The hello service as a target.
 */
public final class HelloTarget {

	/**
	 * The same longs in every run, so that runs can be compared.
	 */
	private static final long SEED = 1;

	private HelloTarget() {
	}

	/**
	 * The unary greeting.
	 * @return {@code hello.v1.HelloService/SayHello} with a small request
	 */
	public static CallTarget<HelloRequest, HelloResponse> sayHello() {
		return sayHello(HelloCodec.PROTOBUF, 0);
	}

	/**
	 * The unary greeting.
	 * @param codec how messages become bytes
	 * @param longs random longs that the request carries and the response brings back
	 * @return the method {@code SayHello} of the codec's service
	 */
	public static CallTarget<HelloRequest, HelloResponse> sayHello(HelloCodec codec, int longs) {
		HelloRequest.Builder request = HelloRequest.newBuilder().setFirstName("Grace").setLastName("Hopper").setId(1);
		new SplittableRandom(SEED).longs(longs).forEach(request::addData);
		return new CallTarget<>(codec.sayHello(), Requests.constant(request.build(), 1));
	}

}
