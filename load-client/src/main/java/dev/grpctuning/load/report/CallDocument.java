package dev.grpctuning.load.report;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.target.CallPlan;

/**
 * What a plan calls, as it is written to a result file.
 *
 * @param method full name of the method
 * @param codec codec of the messages of hello-service, if it is called as hello
 * @param longs random longs in each request and each response of hello-service, likewise
 * @param request what was given for the requests, or {@code null} for the default
 * @param messages request messages of each call that were asked for
 */
record CallDocument(String method, @Nullable HelloCodec codec, @Nullable Integer longs, @Nullable String request,
		@Nullable Integer messages) {

	static CallDocument of(CallPlan plan) {
		String request = (plan.request() != null) ? plan.request().given() : null;
		return switch (plan.callee()) {
			case CallPlan.Hello hello ->
				new CallDocument(hello.method(), hello.codec(), hello.longs(), request, plan.messages());
			case CallPlan.Method method -> new CallDocument(method.method(), null, null, request, plan.messages());
		};
	}

}
