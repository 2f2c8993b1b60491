package dev.grpctuning.load.stats;

/**
 * An interval in which a figure lies with a stated confidence.
 *
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
	 */
	public boolean contains(double value) {
		return this.low <= value && value <= this.high;
	}

}
