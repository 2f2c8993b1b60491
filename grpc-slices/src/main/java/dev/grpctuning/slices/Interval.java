package dev.grpctuning.slices;

/** A confidence interval. */
public record Interval(double low, double high) {

	/** The interval of an estimate without a known bound. */
	public static final Interval UNBOUNDED = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

	public Interval {
		if (!(low <= high)) {
			throw new IllegalArgumentException("low: " + low + " (expected: <= high, " + high + ")");
		}
	}

	public boolean contains(double value) {
		return this.low <= value && value <= this.high;
	}

	/** The larger distance between a value and a bound, as a share of the value. */
	public double shareAround(double value) {
		return (value > 0) ? Math.max(this.high - value, value - this.low) / value : Double.POSITIVE_INFINITY;
	}

}
