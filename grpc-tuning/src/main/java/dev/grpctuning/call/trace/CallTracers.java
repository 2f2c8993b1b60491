package dev.grpctuning.call.trace;

import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.grpc.Metadata;
import io.grpc.ServerBuilder;
import io.grpc.ServerStreamTracer;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.LargeMessages;

/**
 * Creates one tracer per call for all observers. gRPC notifies each tracer about a dozen
 * times per call, so several tracers would cost more.
 */
public final class CallTracers extends ServerStreamTracer.Factory {

	@Nullable CallRecorder recorder;

	@Nullable CallAges ages;

	@Nullable LargeMessages large;

	private BiFunction<CallTracers, String, CallTracer> dispatch = (tracers, method) -> new CallTracer(tracers, method);

	Supplier<@Nullable ServerStreamTracer> samples = () -> null;

	private CallTracers() {
	}

	/**
	 * Registers tracers with a server's builder. Their observers must be set before the
	 * server is built.
	 */
	public static CallTracers on(ServerBuilder<?> builder) {
		CallTracers tracers = new CallTracers();
		builder.addStreamTracerFactory(tracers);
		return tracers;
	}

	public void record(CallRecorder recorder) {
		this.recorder = recorder;
	}

	/** Whether ends of calls are recorded. */
	public boolean isRecording() {
		return this.recorder != null;
	}

	public void bound(CallAges ages) {
		this.ages = ages;
	}

	/** Measures large requests. */
	public void measure(LargeMessages large) {
		this.large = large;
	}

	/**
	 * Adds a second tracer to sampled calls.
	 * @param samples supplies the tracer of a call, which receives only its context and
	 * its requests; {@code null} for a call that is not sampled
	 */
	public void sample(Supplier<@Nullable ServerStreamTracer> samples) {
		this.samples = samples;
	}

	/** Creates the tracer of each call by these tracers and the name of its method. */
	public void dispatch(BiFunction<CallTracers, String, CallTracer> dispatch) {
		this.dispatch = dispatch;
	}

	@Override
	public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
		return this.dispatch.apply(this, fullMethodName);
	}

}
