package dev.grpctuning.load.statistics;

/**
 * An interval in which a figure lies with a stated confidence.
 *
 * @param low lower bound
 * @param high upper bound
 */
public record Interval(double low, double high) {

	public Interval {
		if (!(low <= high)) {
			throw new IllegalArgumentException("low: " + low + " (expected: <= high, " + high + ")");
		}
	}

	/**
	 * Whether a value is inside.
	 * @param value the value
	 * @return whether it is, the bounds included
	 */
	public boolean contains(double value) {
		return this.low <= value && value <= this.high;
	}

}
