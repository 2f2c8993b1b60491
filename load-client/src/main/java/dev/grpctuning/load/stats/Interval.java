package dev.grpctuning.load.stats;

/** A confidence interval. */
public record Interval(double low, double high) {

	public Interval {
		if (!(low <= high)) {
			throw new IllegalArgumentException("low: " + low + " (expected: <= high, " + high + ")");
		}
	}

	public boolean contains(double value) {
		return this.low <= value && value <= this.high;
	}

}
