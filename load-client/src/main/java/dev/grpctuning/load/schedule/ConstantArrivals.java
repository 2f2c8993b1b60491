package dev.grpctuning.load.schedule;

/**
 * Calls at even distances. Due times are computed from the index and not by adding up
 * intervals, so that no error adds up either: after a year they are right to 10 ns.
 *
 * @param callsPerSecond calls per second
 */
record ConstantArrivals(double callsPerSecond) implements ArrivalSchedule {

	@Override
	public long dueNanos(long index) {
		if (index < 0) {
			throw new IllegalArgumentException("index: " + index + " (expected: >= 0)");
		}
		return Math.round(index / this.callsPerSecond * 1e9);
	}

}
