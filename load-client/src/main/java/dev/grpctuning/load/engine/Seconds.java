package dev.grpctuning.load.engine;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyInterval;

/**
 * Cuts a run into seconds, and collects what was recorded in each.
 */
final class Seconds {

	private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	/**
	 * Seconds that are kept of a run without end.
	 */
	private static final int ENDLESS_CAPACITY = 600;

	/**
	 * Seconds that are kept of a run: those of a day, some 10 MB.
	 */
	private static final int CAPACITY = 24 * 60 * 60;

	private final Lanes lanes;

	private final @Nullable SendLag lag;

	private final LatencyTotals latencies;

	private final int capacity;

	private Timeline timeline;

	private Instant startedAt = Instant.EPOCH;

	private long startedNanos;

	private double startedCpuSeconds;

	private long lastTickNanos;

	private Instant lastAddedAt = Instant.EPOCH;

	Seconds(Lanes lanes, @Nullable SendLag lag, boolean endless) {
		this.lanes = lanes;
		this.lag = lag;
		this.latencies = new LatencyTotals(lanes.recorders());
		this.capacity = endless ? ENDLESS_CAPACITY : CAPACITY;
		this.timeline = new Timeline(lanes, this.capacity);
	}

	/**
	 * Begins with the first second: calls begin to count.
	 * @param nanoTime since when, on the clock of {@link System#nanoTime()}
	 */
	synchronized void begin(long nanoTime) {
		this.timeline = new Timeline(this.lanes, this.capacity);
		this.startedAt = Instant.now().minusNanos(System.nanoTime() - nanoTime);
		this.startedCpuSeconds = ClientProcess.cpuSeconds();
		this.startedNanos = nanoTime;
		this.lastTickNanos = this.startedNanos;
		this.lastAddedAt = this.startedAt;
	}

	/**
	 * Asks all threads for the latencies that they have recorded.
	 * @param before done on each thread first
	 * @param timeoutMillis the longest wait for their answers
	 */
	void collect(Consumer<Executor> before, long timeoutMillis) throws InterruptedException {
		this.latencies.collect(before, timeoutMillis);
	}

	/**
	 * Ends a second, unless it has only begun: when calls begin to count, and after a
	 * pause of this JVM, whose ticks come all at once.
	 */
	synchronized @Nullable Second end() {
		long now = System.nanoTime();
		if (now - this.lastTickNanos < SHORTEST_NANOS) {
			return null;
		}
		return add();
	}

	/**
	 * Adds what has passed since the last second ended.
	 */
	synchronized Second add() {
		long now = System.nanoTime();
		double length = (now - this.lastTickNanos) / 1e9;
		this.lastTickNanos = now;
		double seconds = (now - this.startedNanos) / 1e9;
		Histogram lags = (this.lag != null) ? this.lag.takeSecond() : null;
		LatencyInterval ended = this.latencies.takeSecond();
		TimelinePoint point = this.timeline.add(seconds, ended, lags);
		Instant from = this.lastAddedAt;
		this.lastAddedAt = this.startedAt.plusNanos(Math.round(seconds * 1e9));
		return new Second(point, length, ended, from, this.lastAddedAt,
				this.lag != null && lags != null && this.lag.holdsUp(lags));
	}

	synchronized Instant startedAt() {
		return this.startedAt;
	}

	synchronized long startedNanos() {
		return this.startedNanos;
	}

	synchronized double startedCpuSeconds() {
		return this.startedCpuSeconds;
	}

	LatencyInterval latencies() {
		return this.latencies.total();
	}

	synchronized List<TimelinePoint> timeline() {
		return this.timeline.points();
	}

	synchronized long peakHeapBytes() {
		return this.timeline.peakHeapBytes();
	}

	/**
	 * A second that has passed.
	 *
	 * @param point its figures
	 * @param length how many seconds it really was
	 * @param latencies latencies of the calls that ended in it
	 * @param from when it began
	 * @param to when it ended
	 * @param late whether too many of its calls were sent too late
	 */
	record Second(TimelinePoint point, double length, LatencyInterval latencies, Instant from, Instant to,
			boolean late) {
	}

}
