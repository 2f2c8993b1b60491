package dev.grpctuning.load.engine;

import java.time.Duration;
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

	private final SteadyState state;

	private volatile boolean watching = true;

	private final long shortestNanos;

	private long lastNanos;

	private @Nullable Histogram moment;

	/**
	 * Prepares to watch.
	 * @param next what observes the run
	 * @param moment how often it is to be asked
	 */
	WarmupWatch(CallObserver next, Duration moment) {
		this.next = next;
		this.state = new SteadyState(moment.toSeconds() < 1);
		this.shortestNanos = moment.toNanos() / 2;
	}

	/**
	 * Begins with the first moment.
	 * @param nanoTime what time it is
	 */
	void begin(long nanoTime) {
		this.lastNanos = nanoTime;
	}

	/**
	 * Ends a moment, unless it has only begun: after a pause of this JVM ticks come all
	 * at once. Only one thread may do so.
	 * @param nanoTime what time it is
	 * @return whether the load is steady now
	 */
	boolean end(long nanoTime) {
		long length = nanoTime - this.lastNanos;
		if (length < this.shortestNanos) {
			return false;
		}
		this.lastNanos = nanoTime;
		Histogram passed = this.recorder.getIntervalHistogram(this.moment);
		this.moment = passed;
		return this.state.add(passed.getTotalCount() * 1e9 / length, passed.getValueAtPercentile(99));
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
