package dev.grpctuning.stages;

import io.grpc.ForwardingServerCall;
import io.grpc.ForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Reports how long a sample of the unary calls spent in each stage of the server, in
 * their trailer {@code server-timing}. The trailer has the format of the header
 * {@code Server-Timing} of W3C, with times in milliseconds: <pre>
 * read;at=81234567890123;busy=0.012345, loop;dur=0.001002, request;dur=0.000000,
 * queue;dur=0.020130, handler;dur=1.234567
 * </pre> {@code at} is when the event loop read the headers, by the server's
 * {@link System#nanoTime()}, and {@code busy} is the longest time that they may have
 * waited for it. The other entries add up to the time from then until the handler closed
 * the call: the waits for the event loop, for the rest of the request and for a thread,
 * and the handler.
 */
public final class CallStages {

	private static final Metadata.Key<String> TRAILER = Metadata.Key.of("server-timing",
			Metadata.ASCII_STRING_MARSHALLER);

	private final StageSampling sampling = new StageSampling(System::nanoTime);

	public void update(Settings settings) {
		this.sampling.perSecond(settings.get(Knobs.STAGES_SAMPLED_PER_SECOND, 0));
	}

	/** Registers itself as what gRPC calls first and last in each call. */
	public void applyTo(ServerBuilder<?> builder) {
		builder.intercept(new Reports());
	}

	/** Tracer of a call that arrives now, {@code null} if it is not in the sample. */
	public @Nullable ServerStreamTracer sample() {
		return (this.sampling.isOn() && this.sampling.picks()) ? new StageTracer(System.nanoTime()) : null;
	}

	private final class Reports implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			StageTracer tracer = CallStages.this.sampling.isOn() ? StageTracer.KEY.get() : null;
			if (tracer == null || call.getMethodDescriptor().getType() != MethodType.UNARY) {
				return next.startCall(call, headers);
			}
			tracer.started();
			return new TimedListener<>(next.startCall(new TimedCall<>(call, tracer), headers), tracer);
		}

	}

	private static final class TimedCall<Q, R> extends ForwardingServerCall.SimpleForwardingServerCall<Q, R> {

		private final StageTracer tracer;

		TimedCall(ServerCall<Q, R> call, StageTracer tracer) {
			super(call);
			this.tracer = tracer;
		}

		@Override
		public void request(int messages) {
			this.tracer.asked();
			super.request(messages);
		}

		/** The handler may close further calls with the same trailers. */
		@Override
		public void close(Status status, Metadata trailers) {
			Metadata all = new Metadata();
			all.merge(trailers);
			all.put(TRAILER, this.tracer.closed());
			super.close(status, all);
		}

	}

	private static final class TimedListener<Q>
			extends ForwardingServerCallListener.SimpleForwardingServerCallListener<Q> {

		private final StageTracer tracer;

		TimedListener(ServerCall.Listener<Q> listener, StageTracer tracer) {
			super(listener);
			this.tracer = tracer;
		}

		@Override
		public void onMessage(Q message) {
			this.tracer.handling();
			super.onMessage(message);
		}

	}

}
