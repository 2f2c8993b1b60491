package dev.grpctuning.load.call.target;

import java.util.List;
import java.util.SplittableRandom;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.CallTarget.Requests.Source;
import dev.grpctuning.load.call.InvalidCallException;

final class HelloTarget {

	/** The same numbers in every run, so that runs can be compared. */
	private static final long SEED = 1;

	private static final HelloRequest GREETING = HelloRequest.newBuilder()
		.setFirstName("Grace")
		.setLastName("Hopper")
		.setId(1)
		.build();

	private HelloTarget() {
	}

	static CallTarget<HelloRequest, HelloResponse> of(CallPlan.Hello hello, CallPlan plan) {
		if (plan.messages() != null && plan.messages() != 1) {
			throw new InvalidCallException("load.messages: %d is not possible, hello takes one request; leave it out"
				.formatted(plan.messages()));
		}
		List<Source<HelloRequest>> requests = switch (plan.request()) {
			case null -> List.of(Source.same(GREETING));
			case CallPlan.Json json -> new JsonMessages<>(HelloRequest.getDefaultInstance()).read(json.text());
			case CallPlan.Bytes bytes -> throw new InvalidCallException(
					"load.request-bytes: hello makes its bytes itself; use load.request, or load.call=package.Service/Method");
		};
		List<Long> longs = new SplittableRandom(SEED).longs(hello.longs()).boxed().toList();
		List<Source<HelloRequest>> all = longs.isEmpty() ? requests
				: requests.stream()
					.map((request) -> request.map((message) -> message.toBuilder().addAllData(longs).build()))
					.toList();
		return new CallTarget<>(hello.codec().sayHello(), new CallTarget.Requests<>(all, 1), CallTargets.headers(plan),
				plan.settings());
	}

}
