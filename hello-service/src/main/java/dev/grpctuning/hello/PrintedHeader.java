package dev.grpctuning.hello;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import net.devh.boot.grpc.server.interceptor.GrpcGlobalServerInterceptor;
import org.jspecify.annotations.Nullable;

/**
 * Carries the header {@code x-the-header} from a call's metadata to its handler, on any
 * thread.
 */
@GrpcGlobalServerInterceptor
class PrintedHeader implements ServerInterceptor {

	static final Metadata.Key<String> METADATA = Metadata.Key.of("x-the-header", Metadata.ASCII_STRING_MARSHALLER);

	private static final Context.Key<String> CONTEXT = Context.key("x-the-header");

	/**
	 * Value of the header of the call that is being handled, or {@code null}.
	 */
	static @Nullable String current() {
		return CONTEXT.get();
	}

	@Override
	public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
			ServerCallHandler<Q, R> next) {
		String value = headers.get(METADATA);
		if (value == null) {
			return next.startCall(call, headers);
		}
		return Contexts.interceptCall(Context.current().withValue(CONTEXT, value), call, headers, next);
	}

}
