package dev.grpctuning.load.target;

import io.grpc.MethodDescriptor;

/**
 * What is called: one unary method with one prepared request, which every call shares.
 *
 * @param <Q> type of the request
 * @param <R> type of the response
 * @param method the method
 * @param request the request
 */
public record CallTarget<Q, R>(MethodDescriptor<Q, R> method, Q request) {

	public CallTarget {
		if (method.getType() != MethodDescriptor.MethodType.UNARY) {
			throw new IllegalArgumentException("method: " + method.getType() + " (expected: UNARY)");
		}
	}

}
