package dev.grpctuning.load.engine;

import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Watches the calls of a warm-up, which are not recorded otherwise, until they are
 * steady. It stands before the observer of the run.
 */
final class WarmupWatch implements CallObserver {

	private static final long HIGHEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private final CallObserver next;

	private final Recorder recorder = new Recorder(1, HIGHEST_MICROS, 3);

	private final SteadyState state = new SteadyState();

	private volatile boolean watching = true;

	private @Nullable Histogram second;

	WarmupWatch(CallObserver next) {
		this.next = next;
	}

	/**
	 * Ends a second. Only one thread may do so.
	 * @param seconds how long it really was
	 * @return whether the load is steady now
	 */
	boolean end(double seconds) {
		Histogram passed = this.recorder.getIntervalHistogram(this.second);
		this.second = passed;
		return this.state.add(passed.getTotalCount() / seconds, passed.getValueAtPercentile(99));
	}

	void close() {
		this.watching = false;
	}

	@Override
	public void sent(long lagNanos) {
		this.next.sent(lagNanos);
	}

	@Override
	public void answered(long serviceNanos, long responseNanos) {
		if (this.watching) {
			this.recorder.recordValue(Math.clamp(TimeUnit.NANOSECONDS.toMicros(responseNanos), 0, HIGHEST_MICROS));
		}
		this.next.answered(serviceNanos, responseNanos);
	}

	@Override
	public void failed(Status.Code status) {
		this.next.failed(status);
	}

	@Override
	public void cancelled() {
		this.next.cancelled();
	}

}
