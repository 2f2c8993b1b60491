package dev.grpctuning.load.call.target;

import java.util.List;

import io.grpc.MethodDescriptor;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.CallTarget.Requests.Source;

/**
 * Calls a method of a generated stub with one request.
 *
 * @param descriptor such as {@code GreeterGrpc.getSayHelloMethod()}
 */
public record StubCall<Q, R>(MethodDescriptor<Q, R> descriptor, Q request) implements CallPlan.Custom {

	@Override
	public String method() {
		return this.descriptor.getFullMethodName();
	}

	@Override
	public CallTarget<?, ?> target(CallPlan plan) {
		return new CallTarget<>(this.descriptor, new CallTarget.Requests<>(List.of(Source.same(this.request)), 1),
				CallTargets.headers(plan), plan.settings());
	}

}
