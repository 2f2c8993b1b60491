package dev.grpctuning.load.engine.channel;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Status;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Progress.WarmupFigures;

/** Counts and latencies of the warm-up's calls, which are in no result. */
final class WarmupCalls {

	private static final long HIGHEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private final LongAdder ok = new LongAdder();

	private final List<Ends> ends = new CopyOnWriteArrayList<>();

	private final Histogram second = new Histogram(1, HIGHEST_MICROS, 3);

	private final Histogram interval = new Histogram(1, HIGHEST_MICROS, 3);

	private final LongAdder failed = new LongAdder();

	private final Set<Status.Code> failedWith = ConcurrentHashMap.newKeySet();

	Ends onOneThread() {
		Ends added = new Ends();
		this.ends.add(added);
		return added;
	}

	long ok() {
		return this.ok.sum();
	}

	Set<Status.Code> failedWith() {
		return this.failedWith;
	}

	WarmupFigures endSecond() {
		return take(this.second);
	}

	WarmupFigures endInterval() {
		return take(this.interval);
	}

	private WarmupFigures take(Histogram part) {
		for (Ends each : this.ends) {
			Histogram passed = each.take();
			this.second.add(passed);
			this.interval.add(passed);
		}
		WarmupFigures figures = new WarmupFigures(part.getTotalCount(), part.getValueAtPercentile(99),
				this.failed.sum());
		part.reset();
		return figures;
	}

	/** The calls that end on one thread. */
	final class Ends {

		private final SingleWriterRecorder responses = new SingleWriterRecorder(1, HIGHEST_MICROS, 3);

		private @Nullable Histogram taken;

		void answered(long responseNanos) {
			WarmupCalls.this.ok.increment();
			this.responses.recordValue(Math.clamp(TimeUnit.NANOSECONDS.toMicros(responseNanos), 0, HIGHEST_MICROS));
		}

		void failed(Status.Code status) {
			WarmupCalls.this.failed.increment();
			WarmupCalls.this.failedWith.add(status);
		}

		private Histogram take() {
			Histogram last = this.responses.getIntervalHistogram(this.taken);
			this.taken = last;
			return last;
		}

	}

}
