package dev.grpctuning.autoconfigure;

import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import net.devh.boot.grpc.server.interceptor.GrpcGlobalServerInterceptor;
import org.springframework.grpc.server.GlobalServerInterceptor;

/** Interceptor of all services that counts the calls that it sees. */
@GrpcGlobalServerInterceptor
@GlobalServerInterceptor
class SeenCalls implements ServerInterceptor {

	private final AtomicInteger count = new AtomicInteger();

	int count() {
		return this.count.get();
	}

	@Override
	public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
			ServerCallHandler<Q, R> next) {
		this.count.incrementAndGet();
		return next.startCall(call, headers);
	}

}
