package dev.grpctuning.load.hello;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.CallTarget.Requests.Source;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.call.target.CallTargets;

/**
 * The unary greeting of the hello service.
 *
 * @param longs random longs in each request and each response, at least 0
 */
public record HelloCall(HelloCodec codec, int longs) implements CallPlan.Custom {

	/** Metadata that makes the handler wait for a number of microseconds. */
	public static final String DELAY_HEADER = "x-work-delay-us";

	public static final CallPlan PLAN = new CallPlan(new HelloCall(HelloCodec.PROTOBUF, 0), null, null, Map.of(),
			CallSettings.DEFAULT);

	/** The same numbers in every run, so that runs can be compared. */
	private static final long SEED = 1;

	private static final HelloRequest GREETING = HelloRequest.newBuilder()
		.setFirstName("Grace")
		.setLastName("Hopper")
		.setId(1)
		.build();

	@Override
	public String method() {
		return this.codec.sayHello().getFullMethodName();
	}

	@Override
	public CallTarget<?, ?> target(CallPlan plan) {
		if (plan.messages() != null && plan.messages() != 1) {
			throw new InvalidCallException("load.messages: %d is not possible, hello takes one request; leave it out"
				.formatted(plan.messages()));
		}
		List<Source<HelloRequest>> requests = switch (plan.request()) {
			case null -> List.of(Source.same(GREETING));
			case CallPlan.Json json -> CallTargets.messages(json, HelloRequest.getDefaultInstance());
			case CallPlan.Bytes bytes -> throw new InvalidCallException(
					"load.request-bytes: hello makes its bytes itself; use load.request, or load.call=package.Service/Method");
		};
		List<Long> numbers = new SplittableRandom(SEED).longs(this.longs).boxed().toList();
		List<Source<HelloRequest>> all = numbers.isEmpty() ? requests
				: requests.stream()
					.map((request) -> request.map((message) -> message.toBuilder().addAllData(numbers).build()))
					.toList();
		return new CallTarget<>(this.codec.sayHello(), new CallTarget.Requests<>(all, 1), CallTargets.headers(plan),
				plan.settings());
	}

}
