package dev.grpctuning.load.result.plan;

import java.time.Duration;
import java.util.List;

/**
 * How a figure of a plan changes with time, in a result file.
 */
public final class ChangeDocument {

	private ChangeDocument() {
	}

	/** An even change. */
	public record Ramp(double from, double to, double overSeconds) {

		static Ramp of(double from, double to, Duration over) {
			return new Ramp(from, to, over.toMillis() / 1e3);
		}

	}

	/** One figure after the other. */
	public record Steps(List<Double> values, double eachSeconds) {

		static Steps of(List<? extends Number> values, Duration each) {
			return new Steps(values.stream().map(Number::doubleValue).toList(), each.toMillis() / 1e3);
		}

	}

}
