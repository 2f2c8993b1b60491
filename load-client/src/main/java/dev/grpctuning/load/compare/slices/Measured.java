package dev.grpctuning.load.compare.slices;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.result.Slice;

/**
 * Figures of a variant from its slices.
 *
 * @param slices its slices
 * @param seconds time that they measured
 * @param values values of the metrics that could be measured
 */
public record Measured(List<Window> slices, double seconds, Map<Metric, Double> values) {

	/** When a slice counted, and the calls that were answered in it. */
	public record Window(Instant from, Instant until, long calls) {

		/** The window of a slice that has just ended. */
		static Window of(Slice slice) {
			Instant now = Instant.now();
			long nanos = System.nanoTime();
			return new Window(now.minusNanos(nanos - slice.beginNanos()), now.minusNanos(nanos - slice.endNanos()),
					slice.ended());
		}

	}

}
