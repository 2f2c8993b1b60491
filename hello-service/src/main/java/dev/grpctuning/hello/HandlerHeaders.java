package dev.grpctuning.hello;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

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
 * Carries headers of a call to its handler, on any thread: {@code x-the-header}, which
 * the handler prints, and {@code x-work-delay-us}, its delay in whole microseconds. The
 * delay overrides {@code hello.work.delay}, so that one warm server can run calls with
 * different delays.
 */
@GrpcGlobalServerInterceptor
class HandlerHeaders implements ServerInterceptor {

	static final Metadata.Key<String> PRINTED = Metadata.Key.of("x-the-header", Metadata.ASCII_STRING_MARSHALLER);

	static final Metadata.Key<String> DELAY = Metadata.Key.of("x-work-delay-us", Metadata.ASCII_STRING_MARSHALLER);

	private static final Context.Key<String> PRINTED_VALUE = Context.key("x-the-header");

	private static final Context.Key<Duration> DELAY_VALUE = Context.key("x-work-delay-us");

	private final long maxDelayMicros;

	HandlerHeaders(HelloProperties properties) {
		this.maxDelayMicros = TimeUnit.NANOSECONDS.toMicros(properties.work().maxDelay().toNanos());
	}

	static @Nullable String printed() {
		return PRINTED_VALUE.get();
	}

	static @Nullable Duration delay() {
		return DELAY_VALUE.get();
	}

	@Override
	public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
			ServerCallHandler<Q, R> next) {
		String printed = headers.get(PRINTED);
		String micros = headers.get(DELAY);
		Context context = Context.current();
		if (printed != null) {
			context = context.withValue(PRINTED_VALUE, printed);
		}
		if (micros != null) {
			Duration delay = parse(micros);
			if (delay == null) {
				call.close(Status.INVALID_ARGUMENT
					.withDescription("x-work-delay-us: %s (expected: 0 to %d, which hello.work.max-delay sets)"
						.formatted(micros, this.maxDelayMicros)), new Metadata());
				return new ServerCall.Listener<>() {
				};
			}
			context = context.withValue(DELAY_VALUE, delay);
		}
		return (context == Context.current()) ? next.startCall(call, headers)
				: Contexts.interceptCall(context, call, headers, next);
	}

	private @Nullable Duration parse(String text) {
		try {
			long micros = Long.parseLong(text);
			return (micros < 0 || micros > this.maxDelayMicros) ? null
					: Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros));
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
