package dev.grpctuning.load.report;

import java.time.Duration;
import java.util.List;

/**
 * How a figure of a plan changes with time, as it is written to a result file.
 */
final class ChangeDocument {

	private ChangeDocument() {
	}

	/**
	 * An even change.
	 *
	 * @param from figure at the beginning
	 * @param to figure at the end
	 * @param overSeconds time from one to the other
	 */
	record Ramp(double from, double to, double overSeconds) {

		static Ramp of(double from, double to, Duration over) {
			return new Ramp(from, to, over.toMillis() / 1e3);
		}

	}

	/**
	 * One figure after the other.
	 *
	 * @param values the figures
	 * @param eachSeconds how long each one stays
	 */
	record Steps(List<Double> values, double eachSeconds) {

		static Steps of(List<? extends Number> values, Duration each) {
			return new Steps(values.stream().map(Number::doubleValue).toList(), each.toMillis() / 1e3);
		}

	}

}
