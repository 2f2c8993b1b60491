package dev.grpctuning.load.call;

import java.util.Collections;
import java.util.Map;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.load.call.target.StubCall;

/** Calls of the hello service. */
public final class Greeting {

	public static final CallPlan PLAN = plan(0);

	private Greeting() {
	}

	/** Calls with numbers in their request, which the server sends back. */
	public static CallPlan plan(int longs) {
		HelloRequest request = HelloRequest.newBuilder()
			.setFirstName("Ada")
			.addAllData(Collections.nCopies(longs, Long.MAX_VALUE))
			.build();
		return new CallPlan(new StubCall<>(HelloServiceGrpc.getSayHelloMethod(), request), null, null, Map.of(),
				CallSettings.DEFAULT);
	}

}
