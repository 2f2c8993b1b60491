package dev.grpctuning.load.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Status;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the calls of a warm-up, which no result has: for those who watch it.
 */
final class WarmupCalls {

	private static final long HIGHEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private final LongAdder ok = new LongAdder();

	private final List<Ends> ends = new CopyOnWriteArrayList<>();

	private final Histogram second = new Histogram(1, HIGHEST_MICROS, 3);

	private final Histogram moment = new Histogram(1, HIGHEST_MICROS, 3);

	private final FailureCounts failures = new FailureCounts();

	/**
	 * Where one thread says how calls ended.
	 */
	Ends onOneThread() {
		Ends added = new Ends();
		this.ends.add(added);
		return added;
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
		for (Ends each : this.ends) {
			Histogram passed = each.take();
			this.second.add(passed);
			this.moment.add(passed);
		}
		WarmupFigures figures = new WarmupFigures(part.getTotalCount(), part.getValueAtPercentile(99),
				this.failures.byStatus().values().stream().mapToLong(Long::longValue).sum());
		part.reset();
		return figures;
	}

	/**
	 * How the calls ended that end on one thread, which alone may say so.
	 */
	final class Ends {

		private final SingleWriterRecorder responses = new SingleWriterRecorder(1, HIGHEST_MICROS, 3);

		private @Nullable Histogram taken;

		void answered(long responseNanos) {
			WarmupCalls.this.ok.increment();
			this.responses.recordValue(Math.clamp(TimeUnit.NANOSECONDS.toMicros(responseNanos), 0, HIGHEST_MICROS));
		}

		void failed(Status status) {
			WarmupCalls.this.failures.add(status);
		}

		private Histogram take() {
			Histogram last = this.responses.getIntervalHistogram(this.taken);
			this.taken = last;
			return last;
		}

	}

}
