package dev.grpctuning.load.diagnosis;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.MeasuredLoad;

/**
 * Waits of calls because the server allowed no further stream on their connection.
 *
 * @param meanMicros mean over all answered calls
 * @param waited calls that waited, of all answered ones: a share from 0 to 1
 * @param limit streams that the server allows, {@code null} if it is not known
 */
record StreamWait(double meanMicros, double waited, @Nullable String limit) {

	static @Nullable StreamWait of(MeasuredLoad load, @Nullable String limit) {
		Histogram waits = load.latencies().streamWaits();
		long answered = load.result().latencyMicros().response().count();
		if (waits == null || waits.getTotalCount() == 0 || answered == 0) {
			return null;
		}
		double calls = waits.getTotalCount();
		return new StreamWait(waits.getMean() * calls / answered, Math.min(1, calls / answered), limit);
	}

}
