package dev.grpctuning.hello;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import net.devh.boot.grpc.server.interceptor.GrpcGlobalServerInterceptor;
import org.jspecify.annotations.Nullable;

/**
 * Sets the delay of a call's handler by the header {@code x-work-delay-us}, in whole
 * microseconds. It overrides {@code hello.work.delay}, so that one warm server can run
 * calls with different delays.
 */
@GrpcGlobalServerInterceptor
class DelayHeader implements ServerInterceptor {

	static final Metadata.Key<String> METADATA = Metadata.Key.of("x-work-delay-us", Metadata.ASCII_STRING_MARSHALLER);

	static final Duration LONGEST = Duration.ofMinutes(1);

	private static final Context.Key<Duration> CONTEXT = Context.key("x-work-delay-us");

	/**
	 * What the call that is being handled asks for, or {@code null}.
	 */
	static @Nullable Duration current() {
		return CONTEXT.get();
	}

	@Override
	public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
			ServerCallHandler<Q, R> next) {
		String value = headers.get(METADATA);
		if (value == null) {
			return next.startCall(call, headers);
		}
		Duration delay = parse(value);
		if (delay == null) {
			call.close(Status.INVALID_ARGUMENT.withDescription("x-work-delay-us: %s (expected: 0 to %d)"
				.formatted(value, LONGEST.dividedBy(ChronoUnit.MICROS.getDuration()))), new Metadata());
			return new ServerCall.Listener<>() {
			};
		}
		return Contexts.interceptCall(Context.current().withValue(CONTEXT, delay), call, headers, next);
	}

	static @Nullable Duration parse(String micros) {
		try {
			Duration delay = Duration.of(Long.parseLong(micros), ChronoUnit.MICROS);
			return (delay.isNegative() || delay.compareTo(LONGEST) > 0) ? null : delay;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
