package dev.grpctuning.call.trace;

import java.util.function.Supplier;

import io.grpc.Metadata;
import io.grpc.ServerBuilder;
import io.grpc.ServerStreamTracer;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.LargeMessages;

/**
 * Gives each call of a server one tracer for all that wants to know of its events. gRPC
 * notifies a tracer of a dozen events of each call.
 */
public final class CallTracers extends ServerStreamTracer.Factory {

	private @Nullable CallRecorder recorder;

	private @Nullable CallAges ages;

	private @Nullable LargeMessages large;

	private Dispatch dispatch = (tracers, method, headers) -> new CallTracer(tracers, method);

	private Supplier<@Nullable ServerStreamTracer> samples = () -> null;

	private CallTracers() {
	}

	/** Creates the tracers of a server, whose parts must be set before it is built. */
	public static CallTracers on(ServerBuilder<?> builder) {
		CallTracers tracers = new CallTracers();
		builder.addStreamTracerFactory(tracers);
		return tracers;
	}

	public void record(CallRecorder recorder) {
		this.recorder = recorder;
	}

	public void bound(CallAges ages) {
		this.ages = ages;
	}

	/** Measures large requests. */
	public void measure(LargeMessages large) {
		this.large = large;
	}

	/**
	 * Traces some calls also for another.
	 * @param samples gives what is told of the context and of the requests of a call,
	 * {@code null} for most calls
	 */
	public void sample(Supplier<@Nullable ServerStreamTracer> samples) {
		this.samples = samples;
	}

	public void dispatch(Dispatch dispatch) {
		this.dispatch = dispatch;
	}

	@Nullable CallRecorder recorder() {
		return this.recorder;
	}

	@Nullable CallAges ages() {
		return this.ages;
	}

	@Nullable LargeMessages large() {
		return this.large;
	}

	@Nullable ServerStreamTracer sample() {
		return this.samples.get();
	}

	@Override
	public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
		return this.dispatch.trace(this, fullMethodName, headers);
	}

	/** Creates the tracers of calls that it dispatches. */
	public interface Dispatch {

		CallTracer trace(CallTracers tracers, String fullMethodName, Metadata headers);

	}

}
