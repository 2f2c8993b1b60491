package dev.grpctuning.load.report;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.target.CallPlan;

/**
 * What a plan calls, as it is written to a result file.
 *
 * @param method full name of the method
 * @param codec codec of the hello service's messages
 * @param longs random longs in each request and each response of the hello service
 */
record CallDocument(String method, HelloCodec codec, int longs) {

	static CallDocument of(CallPlan plan) {
		return new CallDocument(plan.codec().sayHello().getFullMethodName(), plan.codec(), plan.longs());
	}

}
