package dev.grpctuning.call.trace;

import io.grpc.Context;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.LargeMessages;

/**
 * Follows one call: records it, bounds its age, and measures large requests. Its event
 * loop and its executor use it one at a time.
 */
public class CallTracer extends ServerStreamTracer {

	private final CallTracers tracers;

	private final String method;

	private final @Nullable ServerStreamTracer sample;

	private final long arrivedNanos = System.nanoTime();

	private volatile CallRecorder.@Nullable Method recorded;

	private AgeQueue.@Nullable Entry age;

	private long receivedBytes;

	private long sentBytes;

	protected CallTracer(CallTracers tracers, String method) {
		this.tracers = tracers;
		this.method = method;
		this.sample = tracers.samples.get();
	}

	protected final String method() {
		return this.method;
	}

	protected final long arrivedNanos() {
		return this.arrivedNanos;
	}

	@Override
	public Context filterContext(Context context) {
		Context sampled = (this.sample != null) ? this.sample.filterContext(context) : context;
		CallAges ages = this.tracers.ages;
		this.age = (ages != null) ? ages.bound(this.method, this.arrivedNanos, sampled) : null;
		return (this.age != null) ? this.age.context() : sampled;
	}

	/** Called for methods that exist. */
	@Override
	public final void serverCallStarted(ServerCallInfo<?, ?> callInfo) {
		CallRecorder recorder = this.tracers.recorder;
		if (recorder != null) {
			CallRecorder.Method started = recorder.method(this.method);
			this.recorded = started;
			started.started();
		}
	}

	/** Called before the message is parsed. */
	@Override
	public final void inboundMessageRead(int number, long wireSize, long uncompressedSize) {
		LargeMessages large = this.tracers.large;
		if (large != null && wireSize >= LargeMessages.LARGE) {
			large.beforeHandling(this.method, wireSize);
		}
		if (this.sample != null) {
			this.sample.inboundMessageRead(number, wireSize, uncompressedSize);
		}
	}

	@Override
	public final void inboundWireSize(long bytes) {
		this.receivedBytes += bytes;
	}

	@Override
	public final void outboundWireSize(long bytes) {
		this.sentBytes += bytes;
	}

	@Override
	public void streamClosed(Status status) {
		if (this.age != null) {
			this.age.remove();
		}
		CallRecorder recorder = this.tracers.recorder;
		if (recorder != null) {
			CallRecorder.Method known = this.recorded;
			((known != null) ? known : recorder.unknown()).ended(status.getCode(),
					System.nanoTime() - this.arrivedNanos, this.receivedBytes, this.sentBytes);
		}
	}

}
