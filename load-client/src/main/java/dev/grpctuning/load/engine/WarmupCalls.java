package dev.grpctuning.load.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Status;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the calls of a warm-up, which no result has: for those who watch it.
 */
final class WarmupCalls {

	private static final long HIGHEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private final LongAdder ok = new LongAdder();

	private final Recorder responses = new Recorder(1, HIGHEST_MICROS, 3);

	private @Nullable Histogram passed;

	private final Histogram second = new Histogram(1, HIGHEST_MICROS, 3);

	private final Histogram moment = new Histogram(1, HIGHEST_MICROS, 3);

	private final FailureCounts failures = new FailureCounts();

	void answered(long responseNanos) {
		this.ok.increment();
		this.responses.recordValue(Math.clamp(TimeUnit.NANOSECONDS.toMicros(responseNanos), 0, HIGHEST_MICROS));
	}

	void failed(Status status) {
		this.failures.add(status);
	}

	long ok() {
		return this.ok.sum();
	}

	FailureCounts failures() {
		return this.failures;
	}

	/**
	 * Ends a second. Only one thread may end seconds and moments.
	 */
	WarmupFigures endSecond() {
		return take(this.second);
	}

	/**
	 * Ends a moment, of whatever length; seconds are none the shorter for it.
	 */
	WarmupFigures endMoment() {
		return take(this.moment);
	}

	private WarmupFigures take(Histogram part) {
		Histogram passed = this.responses.getIntervalHistogram(this.passed);
		this.passed = passed;
		this.second.add(passed);
		this.moment.add(passed);
		WarmupFigures figures = new WarmupFigures(part.getTotalCount(), part.getValueAtPercentile(99),
				this.failures.byStatus().values().stream().mapToLong(Long::longValue).sum());
		part.reset();
		return figures;
	}

}
